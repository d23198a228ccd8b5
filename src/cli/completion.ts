import type { Command } from './commands.ts'
import { Usage } from './failure.ts'
import { optionsOf } from './flags.ts'
import { builtIn } from './help.ts'

/** A script that knows every command as of now; it asks nobody while somebody types. */
export function completionScript(commands: Command[], shell: string | undefined): string {
  if (shell !== 'bash' && shell !== 'zsh') throw new Usage('say `earshot completion bash` or `earshot completion zsh`')
  const table = [...nextWords(commands)]
    .map(([said, next]) => `    '${said}') earshot_next='${[...next].join(' ')}' ;;`)
    .join('\n')
  const lookUp = `_earshot_next() {\n  case "$1" in\n${table}\n    *) return 1 ;;\n  esac\n}\n`
  return shell === 'bash' ? lookUp + bash : `#compdef earshot\n${lookUp}${zsh}`
}

/** What may follow, by what was said. */
function nextWords(commands: Command[]): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>([['', new Set(Object.keys(builtIn))]])
  const follow = (said: string[], word: string) => {
    const key = said.join(' ')
    next.set(key, (next.get(key) ?? new Set()).add(word))
  }
  for (const command of commands) {
    command.words.forEach((word, i) => follow(command.words.slice(0, i), word))
    for (const flag of Object.keys(optionsOf(command))) follow(command.words, `--${flag}`)
  }
  follow(['events'], 'tail')
  follow(['completion'], 'bash')
  follow(['completion'], 'zsh')
  return next
}

const bash = `_earshot() {
  local earshot_next='' said='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    _earshot_next "\${said:+$said }\${COMP_WORDS[i]}" || break
    said="\${said:+$said }\${COMP_WORDS[i]}"
  done
  _earshot_next "$said"
  COMPREPLY=($(compgen -W "$earshot_next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _earshot earshot
`

const zsh = `_earshot() {
  local earshot_next='' said='' i
  for ((i = 2; i < CURRENT; i++)); do
    _earshot_next "\${said:+$said }\${words[i]}" || break
    said="\${said:+$said }\${words[i]}"
  done
  _earshot_next "$said"
  compadd -- \${=earshot_next}
}
compdef _earshot earshot
`
