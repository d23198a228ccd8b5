import { t } from '#web/i18n/t.ts'

export type HostKey = 'claude' | 'claude-code' | 'chatgpt' | 'cursor' | 'vscode'

type Paste = { label: string; text: string }
/** `withKey`: for hosts that can send a header of their own. */
export type Host = { key: HostKey; label: string; steps: string[]; paste: Paste; withKey?: Paste }

const json = (value: object) => JSON.stringify(value, null, 2)
const key = 'Bearer <key>'
const askedKey = { type: 'promptString', id: 'earshot-key', description: 'Earshot API key', password: true }

const claude = (url: string): Host => ({
  key: 'claude',
  label: 'Claude',
  steps: [
    t('Open the settings of Claude, then Connectors, and add a custom connector.'),
    t('Paste the address, then choose Connect and allow the access.'),
  ],
  paste: { label: t('Address'), text: url },
})

const claudeCode = (url: string): Host => ({
  key: 'claude-code',
  label: 'Claude Code',
  steps: [t('Run this command, then type /mcp in Claude Code and choose to authenticate.')],
  paste: { label: t('Command line'), text: `claude mcp add --transport http earshot "${url}"` },
  withKey: {
    label: t('Command line'),
    text: `claude mcp add --transport http earshot "${url}" --header "Authorization: ${key}"`,
  },
})

const chatGpt = (url: string): Host => ({
  key: 'chatgpt',
  label: 'ChatGPT',
  steps: [
    t('Open the settings of ChatGPT and switch on its developer mode, which is under Apps or Connectors, Advanced.'),
    t('Create an app or connector with this address and OAuth as its authentication, and allow the access.'),
  ],
  paste: { label: t('Address'), text: url },
})

const cursor = (url: string): Host => ({
  key: 'cursor',
  label: 'Cursor',
  steps: [t('Put this into the file .cursor/mcp.json, then allow the access in the MCP settings of Cursor.')],
  paste: { label: '.cursor/mcp.json', text: json({ mcpServers: { earshot: { url } } }) },
  withKey: {
    label: '.cursor/mcp.json',
    text: json({ mcpServers: { earshot: { url, headers: { Authorization: key } } } }),
  },
})

const vsCode = (url: string): Host => ({
  key: 'vscode',
  label: 'VS Code',
  steps: [t('Put this into the file .vscode/mcp.json, start the server there, and allow the access.')],
  paste: { label: '.vscode/mcp.json', text: json({ servers: { earshot: { type: 'http', url } } }) },
  withKey: {
    label: '.vscode/mcp.json',
    text: json({
      inputs: [askedKey],
      servers: { earshot: { type: 'http', url, headers: { Authorization: `Bearer \${input:${askedKey.id}}` } } },
    }),
  },
})

/** The assistants that people use most, with what each of them takes. */
export const hosts = (url: string): Host[] => [claude, claudeCode, chatGpt, cursor, vsCode].map((host) => host(url))
