type Fields = Record<string, unknown>
export type AuditChanges = { before: Fields | null; after: Fields | null }

/** AUDIT_RETENTION_DAYS is not less: younger entries are all there. */
export const minRetentionDays = 90

/** Differ between two reads without a change of the object. */
const incidental = new Set(['updated_at', 'last_active_at', 'last_used_at', 'last_success_at', 'idempotency'])

/** The fields that differ; all of them where the object was created or removed. */
export function changesBetween(before: Fields | null, after: Fields | null): AuditChanges | undefined {
  if (!before && !after) return undefined
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = [...names].filter(
    (name) => !incidental.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (changed.length === 0) return undefined
  return { before: before && pick(before, changed), after: after && pick(after, changed) }
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, withoutSecrets(fields[name], name)]] : [])))

const hidden = '[hidden]'
/** The end of a secret, its age and the like may be shown. */
const secretName = /(secret|password|token|credential|authorization|api_?key)(?!.*_(hint|at|until|count|days))/i
const maxTextLength = 2000

/** Reads of the API show no secrets; this also covers what a response shows once, and addresses with a password. */
function withoutSecrets(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return null
  if (secretName.test(name)) return typeof value === 'boolean' ? value : hidden
  if (typeof value === 'string') return textWithoutSecrets(value)
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item))
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutSecrets(field, key)]))
}

function textWithoutSecrets(text: string): string {
  const shown = /^https?:\/\//i.test(text) ? urlWithoutSecrets(text) : text
  return shown.length > maxTextLength ? `${shown.slice(0, maxTextLength)}… (${shown.length} characters)` : shown
}

/** Tokens are often part of the query. */
function urlWithoutSecrets(text: string): string {
  const url = URL.parse(text)
  if (!url) return hidden
  if (url.username || url.password) Object.assign(url, { username: '', password: '' })
  return url.search || url.hash ? `${url.origin}${url.pathname}?${hidden}` : url.href
}
