#!/bin/sh
# Surprise: the client of the Model Context Protocol's SDK 2 never speaks the protocol of 2026 by itself. `new Client(…)` talks as of
#   2025-11-25 to a server that offers 2026-07-28, and does not look for more: the newer protocol has to be asked for by
#   `versionNegotiation`. A server that wants to see its users on the newer one waits for every program to be changed.
# Source: types of @modelcontextprotocol/client 2.4.0, `ClientOptions.versionNegotiation`.
# Versions: @modelcontextprotocol/client 2.4.0, @modelcontextprotocol/server 2.4.0, Node 24. Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0

cat > look.mjs <<'JS'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'world', version: '1.0.0' })
  server.registerTool('now', { description: 'The time' }, async () => ({ content: [{ type: 'text', text: 'noon' }] }))
  return server
})
const fetch = (url, init) => handler.fetch(new Request(url, init))
for (const mode of [undefined, 'auto', { pin: '2026-07-28' }]) {
  const client = new Client({ name: 'look', version: '1.0.0' }, mode ? { versionNegotiation: { mode } } : {})
  await client.connect(new StreamableHTTPClientTransport(new URL('http://server.example/mcp'), { fetch }))
  const { tools } = await client.listTools()
  console.log(`mode ${JSON.stringify(mode) ?? 'not named'}: ${client.getNegotiatedProtocolVersion()}, ${tools.length} tool`)
  await client.close()
}
JS
node look.mjs | tee seen.txt

for line in \
  'mode not named: 2025-11-25, 1 tool' \
  'mode "auto": 2026-07-28, 1 tool' \
  'mode {"pin":"2026-07-28"}: 2026-07-28, 1 tool'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
