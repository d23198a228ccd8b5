import { ConfigError, StartError } from '#config/errors.ts'
import { settingDefinitions } from '#config/settings.ts'
import type { Config } from '#config/types.ts'
import { DataDirError } from '#store/embedded/failure.ts'
import { MigrationError } from '#store/apply-migration.ts'
import { isLostStatement, isRefusedByPooler, poolerHint } from '#store/pooler.ts'
import { isUnreachable } from '#store/wait-until-reachable.ts'

/* Failures that the operator can repair, as one sentence that says what to do. */

type Failure = { code?: string; message: string; syscall?: string; path?: string; hostname?: string }

const configError = (setting: 'databaseUrl' | 'dataDir' | 'host' | 'port', reason: string) => {
  const { name, example } = settingDefinitions[setting]
  return new ConfigError([{ name, reason, example }])
}

const certificateCodes =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_CERT_ALTNAME_INVALID)/

/** By SQLSTATE. */
const refusals: Record<string, (user: string, database: string) => string> = {
  '28P01': (user) => `PostgreSQL refuses the password of the user ${user}; correct the user or the password`,
  '28000': (user) => `PostgreSQL does not let the user ${user} in; create the user, or allow it in pg_hba.conf`,
  '3D000': (_, database) => `the database ${database} does not exist; create it, for example with createdb ${database}`,
  '42501': (user, database) =>
    `the user ${user} may not create tables; make it the owner of the database ${database}, or grant it create on ` +
    'the schema public and on the database',
  '3F000': (user) => `the user ${user} has no schema to create tables in; create the schema of its search_path`,
  '25006': () => 'this PostgreSQL is a read-only standby; name the primary',
}

/** Other errors, which are bugs, are returned as they are. */
export function explainStartFailure(error: unknown, config: Config): unknown {
  if (error instanceof DataDirError) return configError('dataDir', error.message)
  if (error instanceof MigrationError) return new StartError(error.message, { isConfiguration: true })
  if (!(error instanceof Error)) return error
  const known = explainThread(error) ?? explainListening(error, config) ?? explainFullDisk(error)
  if (known || config.databaseUrl === null) return known ?? error
  return explainConnection(error as Failure, config.databaseUrl) ?? error
}

/** An error of the worker thread arrives as a copy without its class. */
function explainThread(error: Error): Error | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return undefined
  const isConfiguration = error.name === 'ConfigError' || error.name === 'SecretKeyError'
  return isConfiguration || error.name === 'StartError' ? new StartError(error.message, { isConfiguration }) : undefined
}

function explainListening({ code, message, syscall, hostname }: Failure, { host }: Config): Error | undefined {
  if (syscall === 'listen' && code === 'EACCES')
    return configError('port', `this user may not listen there (${message}); choose a port of 1024 or above`)
  const isUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  if ((syscall === 'listen' && code === 'EADDRNOTAVAIL') || (isUnknown && hostname === host))
    return configError('host', `${host} is no address of this machine (${message})`)
  return undefined
}

/** SQLSTATE disk_full. */
const explainFullDisk = ({ code, message }: Failure): Error | undefined =>
  code === '53100'
    ? new StartError(`The disk of PostgreSQL is full: free space on it, then start again (${message}).`)
    : undefined

/** PostgreSQL has no connection left, or a pooler refuses one. */
const tooFewConnections = new Set(['53300', '08P01'])

function explainConnection(failure: Failure, databaseUrl: string): Error | undefined {
  const { user, database, address } = partsOf(databaseUrl)
  const { code = '', message } = failure
  if (isRefusedByPooler(failure) || isLostStatement(code)) return poolerError()
  if (message.includes('statement pooling mode'))
    return configError(
      'databaseUrl',
      `the pooler at ${address} allows no transactions (${message}); set pool_mode there`,
    )
  const refusal = refusals[code]
  if (refusal) return configError('databaseUrl', `${refusal(user, database)} (${message})`)
  if (message.includes('password must be a string'))
    return configError('databaseUrl', `PostgreSQL asks for a password of the user ${user}, and there is none`)
  const certificate = explainCertificate(failure, address)
  if (certificate !== undefined) return configError('databaseUrl', certificate)
  if (!isUnreachable(failure) && !tooFewConnections.has(code)) return undefined
  return new StartError(
    `The PostgreSQL of DATABASE_URL at ${address} cannot be reached (${message || code}): start it, or correct ` +
      'DATABASE_URL.',
  )
}

export const poolerError = () =>
  new ConfigError([{ name: settingDefinitions.namedStatements.name, reason: poolerHint, example: 'off' }])

function explainCertificate({ code = '', message, syscall, path }: Failure, address: string): string | undefined {
  if (certificateCodes.test(code))
    return (
      `the certificate of ${address} is not trusted (${message}); name its authority with ` +
      'sslrootcert=/path/to/ca.pem, or encrypt without a check with sslmode=no-verify'
    )
  if (message.includes('does not support SSL')) return `${address} has no TLS; turn it on there, or leave out sslmode`
  if (code === 'ENOENT' && syscall === 'open') return `the file ${path} does not exist; correct its path`
  return undefined
}

/** Without the password. */
function partsOf(databaseUrl: string) {
  try {
    // The driver reads an address without a host, which is in the query then; URL does not.
    const withHost = databaseUrl.replace('@/', '@localhost/')
    const { hostname, port, username, pathname, searchParams } = new URL(withHost)
    const host = searchParams.get('host') ?? (decodeURIComponent(hostname) || 'localhost')
    const user = decodeURIComponent(username) || '(of the operating system)'
    const address = `${host}:${port || (searchParams.get('port') ?? 5432)}`
    return { user, database: decodeURIComponent(pathname.slice(1)) || user, address }
  } catch {
    return { user: '(unknown)', database: '(unknown)', address: '(unknown)' }
  }
}
