import type { Field } from '#client/fields.ts'
import { type Command, kebab, resourcesOf } from './commands.ts'
import { flagOf, kindsOf, cliFlagsOf, placeholder } from './flags.ts'
import { padEnd, widthOf } from './text.ts'

export const builtIn: Record<string, string> = {
  api: 'call any path of the API: earshot api get /themes?limit=2',
  completion: 'print a completion script: earshot completion bash|zsh',
  export: 'write lists to files: earshot export [list … | --all] [--format ndjson|csv] [--out folder]',
  help: 'show help: earshot help [resource [command]]',
  import:
    'import feedback or contacts from a file: earshot import file.csv|file.ndjson ' +
    '[--to feedback|contacts] [--source name] [--dry-run]',
  login: 'store a server and an API key: earshot login --url <url> --key <key>',
}

const maxLeftWidth = 36

function twoColumns(lines: [string, string][]): string {
  const width = Math.min(maxLeftWidth, Math.max(...lines.map(([left]) => widthOf(left))))
  const separator = `\n${' '.repeat(width + 2)}`
  const between = (left: string, right: string) => (right !== '' && widthOf(left) > width ? separator : '')
  return lines.map(([left, right]) => `  ${padEnd(left, width)}${between(left, right)}  ${right}`.trimEnd()).join('\n')
}

/** Help for the given words: everything, a resource or a command. */
export function helpOn(commands: Command[], words: string[]): string | undefined {
  if (words.length === 0) return overview(commands)
  const builtInText = words.length === 1 ? builtIn[words[0]!] : undefined
  if (builtInText) return `earshot ${words[0]}: ${builtInText}\n`
  const within = commands.filter((command) => words.every((word, i) => command.words[i] === word))
  if (within.length === 0) return undefined
  const exact =
    within.find((command) => command.words.length === words.length) ?? (within.length === 1 ? within[0] : undefined)
  return exact
    ? commandHelp(exact)
    : `Commands:\n\n${twoColumns(within.map((command) => [usageOf(command), command.summary]))}\n`
}

function overview(commands: Command[]): string {
  const resources = resourcesOf(commands).map((resource): [string, string] => [resource, verbsOf(commands, resource)])
  return `earshot <resource> <command> [arguments] [--flags]

Resources:

${twoColumns(resources)}

Other commands:

${twoColumns(Object.entries(builtIn))}

The server and key come from EARSHOT_URL and EARSHOT_API_KEY, or from \`earshot login\`.
Exit codes: 0 success, 1 rejected by the server, 2 server or network failure, 64 wrong usage.
`
}

const verbsOf = (commands: Command[], resource: string) =>
  commands
    .filter(({ words }) => words[0] === resource)
    .map(({ words }) => words.slice(1).join(' '))
    .join(', ')

const usageOf = ({ words, positionals }: Command) =>
  [...words, ...positionals.map((name) => `<${kebab(name)}>`)].join(' ')

function commandHelp(command: Command): string {
  const { route } = command.operation
  const own = cliFlagsOf(command).map(([, { help }]) => help)
  const described = route.description ? `${route.description}\n` : ''
  const flags = twoColumns([...command.fields.map(flagHelp), ...own])
  return `earshot ${usageOf(command)} [--flags]\n\n${command.summary}\n${described}\n${flags}\n`
}

function flagHelp(field: Field): [string, string] {
  const { schema, required } = field
  const notes = [
    required ? 'required' : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    kindsOf(schema).join() === 'boolean' ? `or --no-${flagOf(field)}` : '',
  ].filter(Boolean)
  const text = [schema.description, notes.length > 0 ? `(${notes.join('; ')})` : ''].filter(Boolean).join(' ')
  return [`--${flagOf(field)} ${placeholder(schema)}`.trimEnd(), text]
}
