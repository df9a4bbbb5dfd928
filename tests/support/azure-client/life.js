// SPDX-License-Identifier: GPL-3.0-or-later
// life.js BASE TENANT SUBSCRIPTION TYPE: signs in with Azure's own client at the stand-in at BASE, makes a machine, looks at it, stops and
// deletes it, and writes what it was answered as JSON. The keys are in STANDIN_KEYS. The group "lab" has a network and a security group.
globalThis.crypto ??= require("node:crypto").webcrypto; // the client asks for it, and the Node.js of Debian 12 has no such global
const { ClientSecretCredential } = require("@azure/identity");
const { ComputeManagementClient } = require("@azure/arm-compute");
const { CostManagementClient } = require("@azure/arm-costmanagement");
const [base, tenant, subscription, type] = process.argv.slice(2);
const [clientId, secret] = process.env.STANDIN_KEYS.split(" ");

function compute(own) {
  const credential = new ClientSecretCredential(tenant, clientId, own, { authorityHost: base, disableInstanceDiscovery: true });
  return new ComputeManagementClient(credential, subscription, {
    endpoint: base,
    credentials: { scopes: ["https://management.azure.com/.default"] },
    retryOptions: { maxRetries: 0 },
  });
}

function costs() {
  const credential = new ClientSecretCredential(tenant, clientId, secret, { authorityHost: base, disableInstanceDiscovery: true });
  return new CostManagementClient(credential, {
    endpoint: base,
    credentialScopes: "https://management.azure.com/.default",
    retryOptions: { maxRetries: 0 },
  });
}

function question(granularity) {
  return {
    type: "ActualCost",
    timeframe: "Custom",
    timePeriod: { from: new Date("2026-10-01T00:00:00Z"), to: new Date("2026-10-31T23:59:59Z") },
    dataset: {
      granularity,
      aggregation: { totalCost: { name: "PreTaxCost", function: "Sum" } },
      grouping: [
        { type: "Dimension", name: "ResourceId" },
        { type: "Dimension", name: "MeterCategory" },
      ],
    },
  };
}

async function refusal(call) {
  try {
    await call();
    return "none";
  } catch (error) {
    const signIn = /AADSTS\d+/.exec(String(error && error.message));
    // Of an operation that failed later, the client gives the code in the message only.
    const later = /\b[A-Z]\w+Failed\b/.exec(String(error && error.message));
    return signIn ? signIn[0] : error.code || (later ? later[0] : "unknown");
  }
}

async function count(list) {
  let entries = 0;
  for await (const entry of list) entries += entry ? 1 : 0;
  return entries;
}

function power(machine) {
  return machine.instanceView.statuses.map((one) => one.code).find((code) => code.startsWith("PowerState/"));
}

function wanted(vmSize) {
  const group = `/subscriptions/${subscription}/resourceGroups/lab/providers/Microsoft.Network/`;
  return {
    location: "eastus",
    tags: { "trainyard:run": "中文 a+b" },
    hardwareProfile: { vmSize },
    storageProfile: {
      imageReference: { publisher: "microsoft-dsvm", offer: "ubuntu-hpc", sku: "2204", version: "latest" },
      osDisk: { createOption: "FromImage", deleteOption: "Delete", diskSizeGB: 100, managedDisk: { storageAccountType: "StandardSSD_LRS" } },
    },
    osProfile: {
      computerName: "m",
      adminUsername: "azureuser",
      customData: "eA==",
      linuxConfiguration: {
        disablePasswordAuthentication: true,
        ssh: { publicKeys: [{ path: "/home/azureuser/.ssh/authorized_keys", keyData: "ssh-ed25519 AAAA" }] },
      },
    },
    networkProfile: {
      networkApiVersion: "2022-11-01",
      networkInterfaceConfigurations: [
        {
          name: "m",
          primary: true,
          deleteOption: "Delete",
          networkSecurityGroup: { id: group + "networkSecurityGroups/closed" },
          ipConfigurations: [
            {
              name: "main",
              primary: true,
              subnet: { id: group + "virtualNetworks/net/subnets/machines" },
              publicIPAddressConfiguration: {
                name: "m",
                sku: { name: "Standard" },
                publicIPAllocationMethod: "Static",
                deleteOption: "Delete",
              },
            },
          ],
        },
      ],
    },
    diagnosticsProfile: { bootDiagnostics: { enabled: true } },
    priority: "Spot",
    evictionPolicy: "Delete",
    billingProfile: { maxPrice: -1 },
  };
}

async function main() {
  const own = compute(secret);
  const quick = { updateIntervalInMs: 10 };
  const made = await own.virtualMachines.createOrUpdate("lab", "m", wanted(type), quick);
  const seen = await own.virtualMachines.get("lab", "m", { expand: "instanceView" });
  await own.virtualMachines.createOrUpdate("lab", "second", wanted(type), quick);
  await own.virtualMachines.createOrUpdate("lab", "third", wanted(type), quick);
  const listed = await count(own.virtualMachines.listAll());
  const skus = await count(own.resourceSkus.list({ filter: "location eq 'eastus'" }));
  await own.virtualMachines.deallocate("lab", "m", quick);
  await own.virtualMachines.get("lab", "m", { expand: "instanceView" });
  const stopped = await own.virtualMachines.get("lab", "m", { expand: "instanceView" });
  await own.virtualMachines.delete("lab", "m", quick);
  const scope = `subscriptions/${subscription}`;
  const bill = await costs().query.usage(scope, question("Daily"));
  const report = {
    columns: bill.columns.map((one) => one.name).join(" "),
    rows: bill.rows.length,
    hasMore: Boolean(bill.nextLink),
    wrongCosts: await refusal(() => costs().query.usage(scope, question("Hourly"))),
    made: made.provisioningState,
    tag: seen.tags["trainyard:run"],
    power: power(seen),
    listed,
    skus,
    stopped: power(stopped),
    gone: await refusal(() => own.virtualMachines.get("lab", "m")),
    soldOut: await refusal(() => own.virtualMachines.createOrUpdate("lab", "none", wanted("Standard_Sold_Out"), quick)),
    wrongSecret: await refusal(() => compute("other").virtualMachines.get("lab", "m")),
  };
  process.stdout.write(JSON.stringify(report));
}

main().catch((error) => {
  process.stderr.write(String(error && error.stack) + "\n");
  process.exit(1);
});
