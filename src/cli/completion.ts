import type { Command } from './commands.ts'
import { UsageError } from '#client/usage-error.ts'
import { optionsOf } from './flags.ts'
import { builtIn } from './help.ts'

/** A static completion script with all commands. */
export function completionScript(commands: Command[], shell: string | undefined): string {
  if (shell !== 'bash' && shell !== 'zsh') throw new UsageError('usage: earshot completion bash|zsh')
  const table = [...nextWords(commands)]
    .map(([typed, next]) => `    '${typed}') earshot_next='${[...next].join(' ')}' ;;`)
    .join('\n')
  const lookUp = `_earshot_next() {\n  case "$1" in\n${table}\n    *) return 1 ;;\n  esac\n}\n`
  return shell === 'bash' ? lookUp + bash : `#compdef earshot\n${lookUp}${zsh}`
}

/** The possible next words, by the words typed so far. */
function nextWords(commands: Command[]): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>([['', new Set(Object.keys(builtIn))]])
  const addNext = (typed: string[], word: string) => {
    const key = typed.join(' ')
    next.set(key, (next.get(key) ?? new Set()).add(word))
  }
  for (const command of commands) {
    command.words.forEach((word, i) => addNext(command.words.slice(0, i), word))
    for (const flag of Object.keys(optionsOf(command))) addNext(command.words, `--${flag}`)
  }
  addNext(['events'], 'tail')
  addNext(['completion'], 'bash')
  addNext(['completion'], 'zsh')
  return next
}

const bash = `_earshot() {
  local earshot_next='' typed='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    _earshot_next "\${typed:+$typed }\${COMP_WORDS[i]}" || break
    typed="\${typed:+$typed }\${COMP_WORDS[i]}"
  done
  _earshot_next "$typed"
  COMPREPLY=($(compgen -W "$earshot_next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _earshot earshot
`

const zsh = `_earshot() {
  local earshot_next='' typed='' i
  for ((i = 2; i < CURRENT; i++)); do
    _earshot_next "\${typed:+$typed }\${words[i]}" || break
    typed="\${typed:+$typed }\${words[i]}"
  done
  _earshot_next "$typed"
  compadd -- \${=earshot_next}
}
compdef _earshot earshot
`
