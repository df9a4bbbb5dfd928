// SPDX-License-Identifier: GPL-3.0-or-later
// tencent-client.js BASE ZONE TYPE IMAGE: makes, describes and terminates an instance with Tencent Cloud's own client, at the stand-in at
// BASE, and writes what it was answered as JSON. The keys are in STANDIN_KEYS.
const http = require("http");
const { Client } = require("tencentcloud-sdk-nodejs-cvm").cvm.v20170312;
const [base, zone, type, image] = process.argv.slice(2);
const [secretId, secretKey, token] = process.env.STANDIN_KEYS.split(" ");

// The client takes the name of the service from the host's, which therefore has to begin with it.
const endpoint = `cvm.stand-in.invalid:${new URL(base).port}`;
const agent = new http.Agent({
  lookup: (host, options, found) => (options.all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4)),
});

function client(secret) {
  return new Client({
    credential: { secretId, secretKey: secret, token },
    region: "ap-guangzhou",
    profile: { httpProfile: { endpoint, agent, protocol: "http://", reqMethod: "POST" } },
  });
}

async function refusal(call) {
  try {
    await call();
    return "none";
  } catch (error) {
    return error.code;
  }
}

async function main() {
  const own = client(secretKey);
  const wanted = {
    InstanceChargeType: "POSTPAID_BY_HOUR",
    Placement: { Zone: zone },
    InstanceType: type,
    ImageId: image,
    SecurityGroupIds: ["sg-1"],
    ClientToken: "from-the-vendors-client",
    TagSpecification: [{ ResourceType: "instance", Tags: [{ Key: "trainyard:run", Value: "中文 a+b" }] }],
  };
  const made = (await own.RunInstances(wanted)).InstanceIdSet[0];
  const again = (await own.RunInstances(wanted)).InstanceIdSet[0];
  const filters = [{ Name: "tag:trainyard:run", Values: ["中文 a+b"] }];
  await own.DescribeInstances({ Filters: filters });
  const listed = await own.DescribeInstances({ Filters: filters, Limit: 1, Offset: 0 });
  await own.TerminateInstances({ InstanceIds: [made] });
  await own.DescribeInstances({ InstanceIds: [made] });
  const report = {
    made,
    again,
    state: listed.InstanceSet[0].InstanceState,
    tag: listed.InstanceSet[0].Tags[0].Value,
    gone: await refusal(() => own.DescribeInstances({ InstanceIds: [made] })),
    wrongSecret: await refusal(() => client("other").DescribeInstances({})),
    unknownParameter: await refusal(() => own.DescribeInstances({ Colour: "red" })),
    soldOut: await refusal(() => own.RunInstances({ ...wanted, ClientToken: "2", InstanceType: "NONE" })),
  };
  process.stdout.write(JSON.stringify(report));
}

main().catch((error) => {
  process.stderr.write(String(error && error.stack) + "\n");
  process.exit(1);
});
