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

/** Stored secrets cannot be read with the configured key. */
export class SecretKeyError extends ConfigError {
  override name = 'SecretKeyError'
  constructor(message: string) {
    super([])
    this.message = message
  }
}

/** What the operator has to change before this start can succeed; its message is complete without a stack. */
export class StartError extends Error {
  override name = 'StartError'
  /** Whether a later start fails too unless something is changed. */
  readonly isConfiguration: boolean
  constructor(message: string, { isConfiguration = false } = {}) {
    super(message)
    this.isConfiguration = isConfiguration
  }
}
