export type ConfigProblem = { name: string; reason: string; example: string }

/** Lists all problems of the configuration at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: ConfigProblem[]
  constructor(problems: ConfigProblem[]) {
    super(problems.map((p) => `${p.name}: ${p.reason} (for example ${p.name}=${p.example})`).join('\n'))
    this.problems = problems
  }
}

/** What the operator has to change before this start can succeed; its message is complete without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
