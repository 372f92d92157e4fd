import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.a2a.client.http.A2ACardResolver;
import io.a2a.client.http.A2AHttpClient;
import io.a2a.client.http.A2AHttpResponse;
import io.a2a.spec.AgentCard;
import io.a2a.util.Utils;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.Properties;

/**
 * Reads cards with the SDK for Java of A2A 0.3, as java/read.java does with the one of 1.0; see
 * there. What is told is in the JSON of A2A 0.3, of which the SDK's type is made.
 */
class Read {
    static final ObjectMapper JSON = Utils.OBJECT_MAPPER;

    public static void main(String[] args) throws Exception {
        ObjectNode out = JSON.createObjectNode();
        out.put("version", version());
        ArrayNode results = out.putArray("results");
        for (JsonNode job : JSON.readTree(System.in).get("jobs")) {
            results.add(answer(job.get("card").textValue()));
        }
        System.out.write(JSON.writeValueAsBytes(out));
        System.out.flush();
    }

    static ObjectNode answer(String card) {
        ObjectNode result = JSON.createObjectNode();
        AgentCard read;
        try {
            read = new A2ACardResolver(serving(card), "https://agent.example", "").getAgentCard();
        } catch (Exception e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return result.put("error", e.getClass().getSimpleName() + ": " + cause.getMessage());
        }
        return result.set("read", JSON.valueToTree(read));
    }

    /** A client of HTTP that answers with a card, without a network. */
    static A2AHttpClient serving(String card) {
        A2AHttpResponse response = fake(A2AHttpResponse.class, (self, name) -> switch (name) {
            case "status" -> 200;
            case "success" -> true;
            default -> card;
        });
        A2AHttpClient.GetBuilder get = fake(A2AHttpClient.GetBuilder.class, (self, name) -> name.equals("get") ? response : self);
        return fake(A2AHttpClient.class, (self, name) -> get);
    }

    interface Answering {
        Object to(Object self, String method);
    }

    static <T> T fake(Class<T> type, Answering answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> answer.to(self, method.getName())));
    }

    static String version() throws Exception {
        Properties p = new Properties();
        try (InputStream in = A2ACardResolver.class.getResourceAsStream("/META-INF/maven/io.github.a2asdk/a2a-java-sdk-http-client/pom.properties")) {
            p.load(in);
        }
        return p.getProperty("version");
    }
}
