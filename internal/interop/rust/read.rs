//! Reads cards with the types of the SDK for Rust, by serde, as its client does,
//! and tells what is in them afterwards, in ProtoJSON. A job is {card}, card
//! being text.

use serde_json::{Value, json};

/// The version of the SDK, which Cargo.toml states exactly.
fn version() -> &'static str {
    let pinned = include_str!("Cargo.toml").lines().find_map(|l| l.strip_prefix("a2a-lf = \"="));
    pinned.expect("no a2a-lf in Cargo.toml").trim_end_matches('"')
}

fn answer(card: &str) -> Value {
    match serde_json::from_str::<a2a::AgentCard>(card) {
        Ok(read) => json!({ "read": read }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

fn main() {
    let jobs: Value = serde_json::from_reader(std::io::stdin()).expect("no JSON");
    let jobs = jobs["jobs"].as_array().expect("no jobs");
    let results: Vec<Value> = jobs.iter().map(|j| answer(j["card"].as_str().expect("no card"))).collect();
    println!("{}", json!({ "version": version(), "results": results }));
}
