// gRPC-Web as pages in browsers speak it, with the client library that they use. Argument: the program.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

const page = "https://play.example.org";
const server = spawn(process.argv[2], ["--listen", "127.0.0.1:0", "--web-origin", page, "--max-calls", "1"]);
try {
  const [line] = await once(server.stdout, "data");
  const baseUrl = line.toString().trim().split(" ").pop();

  const built = execFileSync("node_modules/.bin/buf", ["build", "-o", "-#format=binpb"]);
  const protos = createFileRegistry(fromBinary(FileDescriptorSetSchema, built));
  // Node's fetch sends no origin of its own accord, and reads all headers: here it is the page.
  const seen = [];
  const extra = {};
  const asPage = async (url, init) => {
    const headers = new Headers(init.headers);
    headers.set("origin", page);
    Object.entries(extra).forEach(([name, value]) => headers.set(name, value));
    const response = await fetch(url, { ...init, headers });
    seen.push(response.headers);
    return response;
  };
  const transport = createGrpcWebTransport({ baseUrl, fetch: asPage });
  const rules = createClient(protos.getService("carcassonne.v1.RulesService"), transport);

  // A game of a few moves.
  const setup = {
    players: [{ name: "Alice" }, { name: "Bob" }],
    sets: [{ set: "base", copies: 1 }],
    draw: { case: "seeded", value: { seed: "a page" } },
  };
  let { state } = await rules.newGame({ setup });
  for (let i = 0; i < 10; i++) {
    const position = { form: { case: "state", value: state } };
    const { moves } = await rules.legalMoves({ position });
    ({ state } = await rules.applyMove({ position, moves: [moves[0].move] }));
  }
  assert.ok(state.tiles.length > 3);

  // A refusal, with everything that a page has to know.
  const refused = await rules.newGame({}).then(() => assert.fail("refused"), ConnectError.from);
  assert.equal(refused.code, Code.InvalidArgument);
  const [refusal] = refused.findDetails(protos.getMessage("carcassonne.v1.Refusal"));
  assert.equal(refusal.violations[0].field, "setup");

  // A deadline that passes before the request is there.
  extra["grpc-timeout"] = "0n"; // the client would give up by itself
  const late = await rules.newGame({ setup }).then(() => assert.fail("late"), ConnectError.from);
  assert.equal(late.code, Code.DeadlineExceeded);

  for (const headers of seen) {
    assert.equal(headers.get("access-control-allow-origin"), page);
    assert.match(headers.get("access-control-expose-headers"), /grpc-status,grpc-message,grpc-status-details-bin/);
  }
  const preflight = await fetch(`${baseUrl}/carcassonne.v1.RulesService/NewGame`, {
    method: "OPTIONS",
    headers: { origin: page, "access-control-request-method": "POST", "access-control-request-headers": "content-type,x-grpc-web,grpc-timeout" },
  });
  assert.equal(preflight.headers.get("access-control-allow-origin"), page);
} finally {
  server.kill();
}
const [code] = await once(server, "exit");
assert.equal(code, 0);
console.log("web: a page plays, is refused with details, and misses a deadline");
