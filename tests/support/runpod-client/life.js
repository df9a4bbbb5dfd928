// SPDX-License-Identifier: GPL-3.0-or-later
// life.js FOLDER BASE: a pod's life by the vendor's client, which is installed in FOLDER, at BASE in place of its own address. The key is in
// RUNPOD_API_KEY. The client is a server that takes calls of tools as lines of JSON. Prints one line of JSON: what it answered.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const readline = require('readline');

const [folder, base] = process.argv.slice(2);
const dist = path.resolve(folder, 'node_modules/@runpod/mcp-server/dist');
const address = 'https://rest.runpod.io/v1';
const source = fs.readFileSync(path.join(dist, 'index.mjs'), 'utf8');
if (!source.includes(address)) throw new Error('the client has another address');
fs.writeFileSync(path.join(dist, 'here.mjs'), source.replaceAll(address, base + '/v1'));

const client = spawn(process.execPath, [path.join(dist, 'here.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let number = 0;
readline.createInterface({ input: client.stdout }).on('line', (line) => {
  const answer = JSON.parse(line);
  waiting.get(answer.id)?.(answer);
});
const send = (message) => client.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const ask = (method, params) => new Promise((resolve) => {
  number += 1;
  waiting.set(number, resolve);
  send({ id: number, method, params });
});
const tool = async (name, args = {}) => {
  const { result, error } = await ask('tools/call', { name, arguments: args });
  const text = error ? error.message : result.content[0].text;
  return error || result.isError ? { failed: text } : JSON.parse(text);
};

async function life() {
  await ask('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  send({ method: 'notifications/initialized' });
  const made = await tool('create-pod', {
    name: 'vendor 中文', imageName: 'runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04', cloudType: 'SECURE',
    gpuTypeIds: ['NVIDIA L40S'], gpuCount: 1, containerDiskInGb: 20, volumeInGb: 30, ports: ['22/tcp'], env: { A: 'b c' },
  });
  const said = { id: made.id, name: made.name };
  said.listed = (await tool('list-pods', { name: 'vendor 中文' })).map((one) => one.id);
  said.got = (await tool('get-pod', { podId: made.id })).id;
  said.stopped = await tool('stop-pod', { podId: made.id });
  said.status = (await tool('get-pod', { podId: made.id })).desiredStatus;
  said.started = await tool('start-pod', { podId: made.id });
  said.volumes = (await tool('list-network-volumes')).length;
  said.removed = await tool('delete-pod', { podId: made.id });
  said.left = (await tool('list-pods')).length;
  said.gone = (await tool('get-pod', { podId: made.id })).failed;
  return said;
}

life().then((said) => console.log(JSON.stringify(said)), (error) => {
  console.error(error);
  process.exitCode = 1;
}).finally(() => client.kill());
