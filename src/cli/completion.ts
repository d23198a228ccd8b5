import type { Command as Program } from 'commander'
import { UsageError } from '#client/usage-error.ts'

const scripts: Record<string, (table: Map<string, Set<string>>) => string> = {
  bash: (table) => lookUp(table) + bash,
  zsh: (table) => `#compdef earshot\n${lookUp(table)}${zsh}`,
  fish: fishScript,
}

/** A static completion script with all commands. */
export function completionScript(program: Program, shell: string): string {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script) throw new UsageError('usage: earshot completion bash|zsh|fish')
  return script(nextWords(program))
}

function lookUp(table: Map<string, Set<string>>): string {
  const cases = [...table].map(([typed, next]) => `    '${typed}') earshot_next='${[...next].join(' ')}' ;;`)
  return `_earshot_next() {\n  case "$1" in\n${cases.join('\n')}\n    *) return 1 ;;\n  esac\n}\n`
}

/** The possible next words, by the words typed so far. */
function nextWords(program: Program): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>()
  const addNext = (typed: readonly string[], word: string) => {
    const key = typed.join(' ')
    next.set(key, (next.get(key) ?? new Set()).add(word))
  }
  const add = (group: Program, typed: readonly string[]) => {
    for (const option of group.options) if (option.long) addNext(typed, option.long)
    for (const sub of group.commands) {
      addNext(typed, sub.name())
      add(sub, [...typed, sub.name()])
    }
  }
  add(program, [])
  for (const shell of Object.keys(scripts)) addNext(['completion'], shell)
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

function fishScript(table: Map<string, Set<string>>): string {
  const cases = [...table].map(
    ([typed, next]) => `    case '${typed}'\n      string split ' ' '${[...next].join(' ')}'`,
  )
  return `function __earshot_next
  switch "$argv"
${cases.join('\n')}
    case '*'
      return 1
  end
end
function __earshot_complete
  set -l typed
  for word in (commandline -opc)[2..-1]
    __earshot_next $typed $word >/dev/null; or break
    set -a typed $word
  end
  __earshot_next $typed
end
complete -c earshot -f -a '(__earshot_complete)'
`
}
