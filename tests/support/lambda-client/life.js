// SPDX-License-Identifier: GPL-3.0-or-later
// life.js FOLDER BASE: an instance's life by the client that is installed in FOLDER, at BASE in place of Lambda's address. The key is in
// LAMBDA_API_KEY. Prints one line of JSON: what it answered.
'use strict';
const path = require('path');

const [folder, base] = process.argv.slice(2);
const { LambdaCloudAPI } = require(path.resolve(folder, 'node_modules/lambda-cloud-node-api'));
const client = new LambdaCloudAPI({ apiKey: process.env.LAMBDA_API_KEY, basePath: base + '/api/v1' });
const refusal = (promise) => promise.then(() => 'accepted', (answer) => answer.error.code);

async function life() {
  const types = await client.listInstanceTypes();
  const said = { types: Object.keys(types), price: types.gpu_1x_a10.instance_type.price_cents_per_hour };
  said.key = (await client.addSSHKey({ name: 'vendor', public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIN vendor' })).name;
  said.keys = (await client.listSSHKeys()).map((one) => one.name);
  said.volumes = (await client.listFileSystems()).length;
  const wanted = { region_name: 'us-east-1', instance_type_name: 'gpu_1x_a10', ssh_key_names: ['vendor'], name: 'vendor 中文' };
  said.full = await refusal(client.launchInstance({ ...wanted, instance_type_name: 'gpu_8x_h100_sxm5' }));
  [said.id] = (await client.launchInstance(wanted)).instance_ids;
  said.listed = (await client.listRunningInstances()).map((one) => one.id);
  said.states = [];
  for (let looks = 0; looks < 10 && said.states.at(-1) !== 'active'; looks += 1) {
    said.states.push((await client.getRunningInstance(said.id)).status);
  }
  said.ended = (await client.terminateInstances([said.id])).terminated_instances.map((one) => one.id);
  said.unknown = await refusal(client.getRunningInstance('0'.repeat(32)));
  return said;
}

life().then((said) => console.log(JSON.stringify(said)), (error) => {
  console.error(error);
  process.exitCode = 1;
});
