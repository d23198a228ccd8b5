/** Which of the addresses before the server belong to its own proxies: a number of them, or those in these networks. */
export type ProxyTrust = { hops: number } | { networks: readonly string[] }

/** The configuration as the program uses it: one typed value per setting. */
export type Config = {
  port: number
  host: string
  publicUrl: string
  processes: number
  trustProxy: ProxyTrust
  drainSeconds: number
  rateLimits: boolean
  dataDir: string
  databaseUrl: string | null
  databaseReplicaUrl: string | null
  databaseReplicaMaxLagMs: number
  poolSize: number
  namedStatements: boolean
  adminEmail: string | null
  adminPassword: string | null
  secretKey: string | null
  secretKeyPrevious: string[] | null
  keyPrefix: string
  region: 'us' | 'eu' | 'au'
  auditDays: number
  oidcIssuer: string | null
  oidcClientId: string | null
  oidcClientSecret: string | null
  oidcJoinDomains: string[]
  oidcRoleClaim: string | null
  oidcDefaultRole: 'member' | 'contributor' | 'viewer'
  smtpUrl: string | null
  mailFrom: string | null
  embeddings: 'auto' | 'model' | 'static'
  bulkAnalysisThreshold: number
  vectorMemoryMb: number
  llmBaseUrl: string | null
  llmModel: string | null
  llmApiKey: string | null
  llmContextTokens: number
  privateNetworks: string[]
  competitorSources: unknown[] | null
  crawlDelayMs: number
  logLevel: 'error' | 'warn' | 'info'
  logRequests: boolean
  metricsPort: number | null
  metricsToken: string | null
  otlpEndpoint: string | null
  otlpHeaders: Record<string, string> | null
  serviceName: string
  traceSampleRatio: number
}

/** One environment variable: its name, meaning, default and parser. */
export type Setting<T> = {
  name: string
  /** Former names, still read, with a warning at startup. */
  aliases?: readonly string[]
  /** Values that are still read, each with the one that replaces it, with a warning at startup. */
  deprecatedValues?: Readonly<Record<string, string>>
  description: string
  example: string
  default: string | null
  /** Never printed, neither by `earshot config` nor in an error. */
  secret?: true
  /** Returns undefined when the text is invalid. */
  parse(text: string): T | undefined
}

/** The settings of one subject, checked against the type of each field. */
export type SettingGroup<K extends keyof Config> = { [F in K]: Setting<NonNullable<Config[F]>> }

export type Environment = Record<string, string | undefined>
