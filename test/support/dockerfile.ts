import { readFileSync } from 'node:fs'

/* Reads as much of a Dockerfile as ours uses. */

export type Stage = {
  /** RUN and COPY in their order; a copy between stages has the name of the other one in `from`. */
  steps: ({ run: string } | { copy: string[]; to: string; from?: string })[]
  env: Record<string, string>
  entrypoint: string[]
  cmd: string[]
  healthcheck: string[]
}

const ignored = new Set(['WORKDIR', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL'])

export function readDockerfile(file = 'Dockerfile'): Stage[] {
  const stages: Stage[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (instruction === 'FROM') stages.push({ steps: [], env: {}, entrypoint: [], cmd: [], healthcheck: [] })
    else addInstruction(stages.at(-1)!, instruction, rest, line)
  }
  return stages
}

function addInstruction(stage: Stage, instruction: string, rest: string, line: string) {
  if (instruction === 'RUN') stage.steps.push({ run: rest })
  else if (instruction === 'COPY') stage.steps.push(copyOf(rest))
  else if (instruction === 'ENV') for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name!] = value!
  else if (instruction === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest) as string[]
  else if (instruction === 'CMD') stage.cmd = JSON.parse(rest) as string[]
  else if (instruction === 'HEALTHCHECK') stage.healthcheck = JSON.parse(/CMD (\[.*\])$/.exec(rest)![1]!) as string[]
  else if (!ignored.has(instruction)) throw new Error(`the tests do not know this instruction: ${line}`)
}

function copyOf(rest: string) {
  const words = rest.split(/\s+/)
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined
  const to = words.pop()!
  return { copy: words, to, ...(from !== undefined && { from }) }
}
