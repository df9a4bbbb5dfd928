// SPDX-License-Identifier: GPL-3.0-or-later
// life.js FOLDER HOST:PORT: a machine's life by the vendor's client, which is installed in FOLDER. The keys are in ALIBABA_KEY_ID and
// ALIBABA_SECRET. Prints one line of JSON: what the client understood of each answer.
'use strict';
const path = require('path');
const ecs = require(path.resolve(process.argv[2], 'node_modules/@alicloud/ecs20140526'));

async function life() {
  const client = new ecs.default({
    accessKeyId: process.env.ALIBABA_KEY_ID,
    accessKeySecret: process.env.ALIBABA_SECRET,
    regionId: 'cn-hangzhou',
    endpoint: process.argv[3],
    protocol: 'http',
  });
  const wanted = new ecs.RunInstancesRequest({
    regionId: 'cn-hangzhou',
    zoneId: 'cn-hangzhou-h',
    amount: 1,
    instanceType: 'ecs.gn7i-c8g1.2xlarge',
    imageId: 'ubuntu_22_04_x64_20G_alibase_20260101.vhd',
    instanceName: 'vendor',
    clientToken: 'vendor-1',
    systemDisk: { category: 'cloud_essd', size: '60' },
    tag: [{ key: 'trainyard:owner', value: "a b*~中/文+'()!" }],
  });
  const ids = async () => (await client.runInstances(wanted)).body.instanceIdSets.instanceIdSet;
  const described = async () => (await client.describeInstances(new ecs.DescribeInstancesRequest({
    regionId: 'cn-hangzhou', tag: wanted.tag, maxResults: 10 }))).body.instances.instance;
  const said = { made: await ids(), again: await ids() };
  wanted.instanceName = 'other';
  said.mismatch = await client.runInstances(wanted).then(() => '', (error) => error.code);
  said.listed = (await described()).map((one) => ({ id: one.instanceId, status: one.status, tag: one.tags.tag[0].tagValue }));
  await client.deleteInstance(new ecs.DeleteInstanceRequest({ instanceId: said.made[0], force: true }));
  said.left = (await described()).length;
  return said;
}

life().then((said) => console.log(JSON.stringify(said)), (error) => {
  console.error(error);
  process.exitCode = 1;
});
