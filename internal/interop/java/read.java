import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.a2a.client.http.A2ACardResolver;
import io.a2a.client.http.A2AHttpClient;
import io.a2a.client.http.A2AHttpResponse;
import io.a2a.jsonrpc.common.json.JsonUtil;
import io.a2a.spec.AgentCard;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * Reads cards with the SDK for Java and tells what is in its own type afterwards, as the SDK writes
 * it. A job is {card}, card being text, which the SDK's client resolves.
 */
class Read {
    public static void main(String[] args) throws Exception {
        String in = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        JsonArray results = new JsonArray();
        for (var job : JsonParser.parseString(in).getAsJsonObject().getAsJsonArray("jobs")) {
            results.add(answer(job.getAsJsonObject().get("card").getAsString()));
        }
        JsonObject out = new JsonObject();
        out.addProperty("version", version());
        out.add("results", results);
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(new Gson().toJson(out));
    }

    static JsonObject answer(String card) throws Exception {
        JsonObject result = new JsonObject();
        AgentCard read;
        try {
            read = new A2ACardResolver(serving(card), "https://agent.example", "").getAgentCard();
        } catch (Exception e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            result.addProperty("error", e.getClass().getSimpleName() + ": " + cause.getMessage());
            return result;
        }
        result.add("read", JsonParser.parseString(JsonUtil.toJson(read)));
        return result;
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
