// SPDX-License-Identifier: GPL-3.0-or-later
// google-client.js BASE ZONE TYPE IMAGE: signs in, and makes, lists, describes and deletes an instance with Google Cloud's own clients, at
// the stand-in at BASE, and writes what it was answered as JSON. The key file's content is in STANDIN_KEY.
const { Gaxios } = require("gaxios");
const { GoogleAuth, JWT, UserRefreshClient } = require("google-auth-library");
const { InstancesClient, ZoneOperationsClient, FirewallsClient } = require("@google-cloud/compute").v1;
const [base, zone, type, image] = process.argv.slice(2);
const key = JSON.parse(process.env.STANDIN_KEY);
const user = JSON.parse(process.env.STANDIN_USER);
const project = "example-project";
const scopes = ["https://www.googleapis.com/auth/compute"];

// The clients have the address of the service for tokens built in.
const transporter = new Gaxios({
  fetchImplementation: (url, init) => fetch(String(url).replace("https://oauth2.googleapis.com", base), init),
});

function jwt(changes = {}) {
  return new JWT({ email: key.client_email, key: key.private_key, keyId: key.private_key_id, scopes, transporter, ...changes });
}

function client(Kind, authClient) {
  const auth = new GoogleAuth({ authClient, projectId: project });
  return new Kind({ fallback: true, protocol: "http", apiEndpoint: "127.0.0.1", port: Number(new URL(base).port), auth, projectId: project });
}

async function refusal(call) {
  try {
    await call();
    return "none";
  } catch (error) {
    const data = error.response && error.response.data;
    return (data && (data.error_description || data.error)) || error.message;
  }
}

async function settled(operations, operation) {
  for (let i = 0; i < 10; ++i) {
    const [now] = await operations.get({ project, zone, operation: operation.latestResponse.name });
    if (now.status === "DONE") return now.error ? now.error.errors[0].code : "DONE";
  }
  return "RUNNING";
}

async function main() {
  const own = client(InstancesClient, jwt());
  const operations = client(ZoneOperationsClient, jwt());
  const instanceResource = {
    name: "from-the-vendors-client",
    machineType: `zones/${zone}/machineTypes/${type}`,
    labels: { "trainyard-owner": "vendor" },
    disks: [
      {
        boot: true,
        autoDelete: true,
        initializeParams: { sourceImage: image, diskSizeGb: "60", diskType: `zones/${zone}/diskTypes/pd-balanced` },
      },
    ],
    networkInterfaces: [{ network: "global/networks/default", accessConfigs: [{ name: "External NAT", type: "ONE_TO_ONE_NAT" }] }],
    scheduling: { onHostMaintenance: "TERMINATE", provisioningModel: "STANDARD" },
    metadata: { items: [{ key: "block-project-ssh-keys", value: "TRUE" }] },
  };
  const wanted = { project, zone, instanceResource, requestId: "5f0f2f5e-6f27-4f5c-9a4e-0d6c3a1b7e42" };
  const [first] = await own.insert(wanted);
  const [again] = await own.insert(wanted);
  const made = await settled(operations, first);
  const path = { project, zone, instance: instanceResource.name };
  await own.get(path);
  const [shown] = await own.get(path);
  const listed = [];
  for await (const [, part] of own.aggregatedListAsync({ project, filter: "labels.trainyard-owner = vendor" }))
    for (const one of part.instances || []) listed.push(one.name);
  const firewallResource = { name: "vendor", network: "global/networks/default", direction: "INGRESS", priority: 900 };
  Object.assign(firewallResource, { sourceRanges: ["203.0.113.7/32"], allowed: [{ I_p_protocol: "tcp", IPProtocol: "tcp", ports: ["22"] }] });
  const firewall = await refusal(() => client(FirewallsClient, jwt()).insert({ project, firewallResource }));
  await own.delete(path);
  await own.get(path);
  const other = { ...instanceResource, name: "other", machineType: `zones/${zone}/machineTypes/none` };
  const person = new UserRefreshClient({
    clientId: user.client_id,
    clientSecret: user.client_secret,
    refreshToken: user.refresh_token,
    transporter,
  });
  process.stdout.write(
    JSON.stringify({
      made,
      isOnce: first.latestResponse.name === again.latestResponse.name,
      status: shown.status,
      address: shown.networkInterfaces[0].accessConfigs[0].natIP,
      listed,
      firewall,
      gone: await refusal(() => own.get(path)),
      wrongType: await refusal(() => own.insert({ project, zone, instanceResource: other })),
      otherAccount: await refusal(() => jwt({ email: "other@example.com" }).authorize()),
      wrongScope: await refusal(() => jwt({ scopes: ["https://www.googleapis.com/auth/drive"] }).authorize()),
      person: (await person.getAccessToken()).token.startsWith("ya29."),
      wrongPerson: await refusal(() => new UserRefreshClient({ clientId: user.client_id, clientSecret: user.client_secret, refreshToken: "x", transporter }).getAccessToken()),
    }),
  );
}

main().catch((error) => {
  process.stderr.write(String(error && error.stack) + "\n");
  process.exit(1);
});
