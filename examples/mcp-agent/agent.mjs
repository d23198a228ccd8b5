// Answers a question with a language model that may call Earshot's tools over MCP.
// Any server with the chat completions API works: LLM_BASE_URL, LLM_MODEL and, if needed, LLM_API_KEY.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const { EARSHOT_URL, EARSHOT_API_KEY, LLM_BASE_URL, LLM_MODEL, LLM_API_KEY } = process.env
const question = process.argv[2] ?? 'What do customers complain about most?'
const maxTurns = 8

const client = new Client({ name: 'earshot-example-agent', version: '1.0.0' })
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${EARSHOT_URL}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${EARSHOT_API_KEY}` } },
  }),
)
const { tools } = await client.listTools()
const functions = tools.map(({ name, description, inputSchema }) => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
}))

async function complete(messages) {
  const response = await fetch(`${LLM_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(LLM_API_KEY && { authorization: `Bearer ${LLM_API_KEY}` }) },
    body: JSON.stringify({ model: LLM_MODEL, messages, tools: functions }),
  })
  if (!response.ok) throw new Error(`The language model answered ${response.status}: ${await response.text()}`)
  return (await response.json()).choices[0].message
}

async function callTool({ id, function: { name, arguments: text } }) {
  const { content } = await client.callTool({ name, arguments: JSON.parse(text || '{}') })
  return { role: 'tool', tool_call_id: id, content: content.map((part) => part.text ?? '').join('\n') }
}

const messages = [
  { role: 'system', content: 'Answer from the feedback that the tools return. Quote customers; invent nothing.' },
  { role: 'user', content: question },
]
try {
  for (let turn = 0; turn < maxTurns; turn++) {
    const message = await complete(messages)
    messages.push(message)
    if (!message.tool_calls?.length) {
      console.log(message.content)
      break
    }
    for (const call of message.tool_calls) messages.push(await callTool(call))
  }
} finally {
  await client.close()
}
