import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  region: 'us' | 'eu' | 'au'
  publicUrl: string
  keyPrefix: string
  secretKey: string | null
  rateLimits: boolean
  poolSize: number
  namedStatements: boolean
  processes: number
  trustProxy: boolean
  drainSeconds: number
  logLevel: 'error' | 'warn' | 'info'
  embeddings: 'auto' | 'model' | 'static'
  bulkAbove: number
  llmBaseUrl: string | null
  llmModel: string | null
  llmApiKey: string | null
  privateNetworks: string[]
  adminEmail: string | null
  adminPassword: string | null
  competitorSources: unknown[] | null
  crawlDelayMs: number
  metricsPort: number | null
  metricsToken: string | null
  logRequests: boolean
  smtpUrl: string | null
  mailFrom: string | null
  oidcIssuer: string | null
  oidcClientId: string | null
  oidcClientSecret: string | null
  oidcJoinDomains: string[]
  oidcRoleClaim: string | null
  otlpEndpoint: string | null
  otlpHeaders: Record<string, string> | null
  serviceName: string
  traceShare: number
}

type Setting<T> = {
  name: string
  about: string
  example: string
  default: string | null
  secret?: true
  /** Undefined when the text is no good. */
  read(text: string): T | undefined
}

const whole = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return value >= least && value <= most ? value : undefined
}
const yesOrNo = (text: string) =>
  ['on', 'true', '1', 'yes'].includes(text) ? true : ['off', 'false', '0', 'no'].includes(text) ? false : undefined
const oneOf =
  <const T extends string>(...values: T[]) =>
  (text: string) =>
    values.find((value) => value === text)
const url = (protocols: string[]) => (text: string) => exactUrl(protocols)(text)?.replace(/\/+$/, '')
/** With the slash at its end, if it has one: an issuer is compared by every character. */
const exactUrl = (protocols: string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined
const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

const isNetwork = (text: string) => {
  const [address = '', bits = ''] = text.split('/')
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}
/** None, every one there is, or those that are listed. */
const networks = (text: string): string[] | undefined => {
  const all = yesOrNo(text)
  if (all !== undefined) return all ? ['0.0.0.0/0', '::/0'] : []
  const listed = text.split(',').map((part) => part.trim())
  return listed.every(isNetwork) ? listed : undefined
}

const domains = (text: string): string[] | undefined => {
  const listed = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  return listed.every((one) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(one)) ? listed : undefined
}

const jsonList = (text: string): unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `name=value,name=value`, values as in an address. */
const headers = (text: string): Record<string, string> | undefined => {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => /^([\w-]+)=([^\r\n]*)$/.exec(part))
  try {
    return pairs.every((pair) => pair !== null)
      ? Object.fromEntries(pairs.map((pair) => [pair![1]!.toLowerCase(), decodeURIComponent(pair![2]!)]))
      : undefined
  } catch {
    return undefined
  }
}
const share = (text: string) => (/^(0?\.\d{1,6}|[01](\.0{1,6})?)$/.test(text) ? Number(text) : undefined)

/** Every environment variable there is; the README's table is checked against this list. */
export const settings = {
  port: {
    name: 'PORT',
    about: 'port to listen on, 0 for any free one',
    example: '3000',
    default: '3000',
    read: whole(0, 65_535),
  },
  host: {
    name: 'HOST',
    about: 'address to listen on',
    example: '0.0.0.0',
    default: 'localhost',
    read: matching(/^[\w.:-]+$/),
  },
  dataDir: {
    name: 'DATA_DIR',
    about: 'folder of the embedded database',
    example: './data',
    default: './data',
    read: (text) => resolve(text),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    about: 'use this PostgreSQL (15 to 18) and start none',
    example: 'postgres://earshot:secret@db:5432/earshot',
    default: null,
    secret: true,
    read: matching(/^postgres(ql)?:\/\/\S+$/),
  },
  region: {
    name: 'REGION',
    about: 'region marker of API keys',
    example: 'eu',
    default: 'us',
    read: oneOf('us', 'eu', 'au'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    about: 'address people and programs reach Earshot at',
    example: 'https://feedback.example.com',
    default: null,
    read: url(['http:', 'https:']),
  },
  keyPrefix: {
    name: 'KEY_PREFIX',
    about: 'first part of API keys',
    example: 'ear',
    default: 'ear',
    read: matching(/^[a-z][a-z0-9]{1,9}$/),
  },
  secretKey: {
    name: 'SECRET_KEY',
    about: 'signs sessions and cursors; made and kept in the database when absent',
    example: '(32 or more random characters)',
    default: null,
    secret: true,
    read: matching(/^\S{32,}$/),
  },
  rateLimits: {
    name: 'RATE_LIMITS',
    about: 'off switches rate limits off, for tests',
    example: 'on',
    default: 'on',
    read: yesOrNo,
  },
  poolSize: {
    name: 'POOL_SIZE',
    about: 'database connections per process',
    example: '8',
    default: '8',
    read: whole(2, 100),
  },
  namedStatements: {
    name: 'NAMED_STATEMENTS',
    about: 'off when a pooler in transaction mode stands in between',
    example: 'on',
    default: 'on',
    read: yesOrNo,
  },
  processes: {
    name: 'PROCESSES',
    about: 'how many processes serve',
    example: '2',
    default: '1',
    read: whole(1, 4 * availableParallelism() + 60),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    about: 'on when a reverse proxy sets X-Forwarded-For',
    example: 'on',
    default: 'off',
    read: yesOrNo,
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    about: 'how long a stopping server keeps serving after it reports not ready',
    example: '5',
    default: '1',
    read: whole(0, 300),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    about: 'how much is logged',
    example: 'info',
    default: 'info',
    read: oneOf('error', 'warn', 'info'),
  },
  embeddings: {
    name: 'EMBEDDINGS',
    about:
      'what turns texts into vectors: the model, the faster and weaker token table (static), or the best that runs here (auto)',
    example: 'static',
    default: 'auto',
    read: oneOf('auto', 'model', 'static'),
  },
  bulkAbove: {
    name: 'BULK_ABOVE',
    about:
      'when more items than this wait in an organization, they are read with the token table first, and by the model when nothing waits',
    example: '20000',
    default: '5000',
    read: whole(0, 1_000_000_000),
  },
  llmBaseUrl: {
    name: 'LLM_BASE_URL',
    about: 'an endpoint that speaks the OpenAI protocol, to improve names and doubtful labels',
    example: 'http://localhost:11434/v1',
    default: null,
    read: url(['http:', 'https:']),
  },
  llmModel: {
    name: 'LLM_MODEL',
    about: 'the model to ask there',
    example: 'qwen3:8b',
    default: null,
    read: matching(/^\S{1,200}$/),
  },
  llmApiKey: {
    name: 'LLM_API_KEY',
    about: 'its key, if it wants one',
    example: 'sk-…',
    default: null,
    secret: true,
    read: matching(/^\S+$/),
  },
  privateNetworks: {
    name: 'ALLOW_PRIVATE_NETWORK_TARGETS',
    about: 'networks besides the public internet that webhooks and research may reach, or on for all',
    example: '10.1.0.0/16,fd00:1::/32',
    default: 'off',
    read: networks,
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    about: 'makes the first admin of a fresh installation, without the setup page',
    example: 'you@example.com',
    default: null,
    read: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    about: 'password of that admin; 10 or more characters',
    example: '(10 or more characters)',
    default: null,
    secret: true,
    read: matching(/^.{10,200}$/),
  },
  competitorSources: {
    name: 'COMPETITOR_SOURCES',
    about: 'where reviews of competitors are looked for, as a JSON list',
    example: '[{"type":"site"},{"type":"hacker_news"}]',
    default: null,
    secret: true,
    read: jsonList,
  },
  crawlDelayMs: {
    name: 'CRAWL_DELAY_MS',
    about: 'pause between two requests to one host',
    example: '1000',
    default: '1000',
    read: whole(0, 60_000),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    about: 'serve Prometheus metrics on this port, to whoever reaches it',
    example: '9464',
    default: null,
    read: whole(0, 65_535),
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    about: 'serve /metrics beside the API to whoever sends this token',
    example: '(16 or more random characters)',
    default: null,
    secret: true,
    read: matching(/^\S{16,}$/),
  },
  logRequests: {
    name: 'LOG_REQUESTS',
    about: 'on logs one line a request',
    example: 'on',
    default: 'off',
    read: yesOrNo,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    about: 'the mail server that invitations and alerts are sent through; without one, links are shown to admins',
    example: 'smtps://user:password@mail.example.com:465',
    default: null,
    secret: true,
    read: url(['smtp:', 'smtps:']),
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    about: 'an OpenID Connect provider that people may sign in through, as it spells its issuer',
    example: 'https://id.example.com',
    default: null,
    read: exactUrl(['http:', 'https:']),
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    about: 'what Earshot is called there',
    example: 'earshot',
    default: null,
    read: matching(/^\S{1,200}$/),
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    about: 'its secret there',
    example: '(from the provider)',
    default: null,
    secret: true,
    read: matching(/^\S+$/),
  },
  oidcJoinDomains: {
    name: 'OIDC_JOIN_DOMAINS',
    about: 'domains whose people join the first organization when they sign in; everybody else needs an invitation',
    example: 'example.com,example.org',
    default: '',
    read: domains,
  },
  oidcRoleClaim: {
    name: 'OIDC_ROLE_CLAIM',
    about: 'the claim that makes somebody who joins an admin, when it says admin',
    example: 'earshot_role',
    default: null,
    read: matching(/^\S{1,100}$/),
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about: 'a collector of OpenTelemetry that is told of requests, jobs and statements, over HTTP in JSON',
    example: 'http://localhost:4318',
    default: null,
    read: url(['http:', 'https:']),
  },
  otlpHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'headers it wants',
    example: 'authorization=Bearer%20abc',
    default: null,
    secret: true,
    read: headers,
  },
  serviceName: {
    name: 'OTEL_SERVICE_NAME',
    about: 'what Earshot is called there',
    example: 'earshot',
    default: 'earshot',
    read: matching(/^[^\r\n]{1,100}$/),
  },
  traceShare: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    about: 'which share of the traces that begin here is told of',
    example: '0.1',
    default: '1',
    read: share,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    about: 'the sender of such mail',
    example: 'Earshot <earshot@example.com>',
    default: null,
    read: matching(/^[^\r\n]{0,100}[^\s@<]+@[^\s@>]+\.?[^\s@>]+>?$/),
  },
} satisfies { [K in keyof Config]: Setting<NonNullable<Config[K]>> }

export type Problem = { name: string; reason: string; example: string }

/** The configuration is wrong; all that is wrong with it, at once. */
export class ConfigError extends Error {
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super(problems.map((p) => `${p.name}: ${p.reason} (for example ${p.name}=${p.example})`).join('\n'))
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment = process.env): Config {
  const problems: Problem[] = []
  const values: Record<string, unknown> = {}
  for (const [field, setting] of Object.entries(settings) as [keyof Config, Setting<unknown>][]) {
    const text = textOf(setting, environment, problems) ?? setting.default
    const value = text === null ? null : setting.read(text)
    if (value === undefined)
      problems.push({
        name: setting.name,
        reason: `${setting.secret ? 'the value' : JSON.stringify(text)} is not valid: ${setting.about}`,
        example: setting.example,
      })
    values[field] = value
  }
  if (problems.length) throw new ConfigError(problems)
  const config = values as Config
  return { ...config, publicUrl: config.publicUrl ?? `http://localhost:${config.port}` }
}

/** NAME, or the content of the file that NAME_FILE points to. */
function textOf({ name, example }: Setting<unknown>, environment: Environment, problems: Problem[]): string | null {
  const direct = environment[name]
  const file = environment[`${name}_FILE`]
  if (direct && file) problems.push({ name, reason: `both ${name} and ${name}_FILE are set`, example })
  if (direct) return direct
  if (!file) return null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    problems.push({
      name: `${name}_FILE`,
      reason: `cannot be read: ${(error as Error).message}`,
      example: `/run/secrets/${name.toLowerCase()}`,
    })
    return null
  }
}

/** What `earshot config` prints: every value, secrets only as being there. */
export const shownConfig = (config: Config): Record<string, unknown> =>
  Object.fromEntries(
    (Object.entries(settings) as [keyof Config, Setting<unknown>][]).map(([field, { name, secret }]) => [
      name,
      secret && config[field] !== null ? '********' : config[field],
    ]),
  )
