import type { ErrorDetail } from '#contract/core/errors.ts'
import { invalidField } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import type { CustomFieldObject, CustomFieldValue } from '#vocabulary/custom-fields.ts'
import { type FieldRule, listActiveAmong, lockFieldRules } from './queries-rules.ts'
import { isValueProblem, readValue } from './rules.ts'

/* Checks the values of custom fields that callers send against the definitions of the organization. */

export type GivenFields = Readonly<Record<string, unknown>> | undefined
/** Null removes a value. */
type FieldChanges = Record<string, CustomFieldValue | null>
export type FieldRules = { rules: ReadonlyMap<string, FieldRule>; members: ReadonlySet<string> }

export const noFieldRules: FieldRules = { rules: new Map(), members: new Set() }

/** What the values are checked against, in one round trip; none where there are no values. */
export async function findFieldRules(
  db: Db,
  org: string,
  type: CustomFieldObject,
  given: readonly GivenFields[],
): Promise<FieldRules> {
  const entries = given.flatMap((fields) => Object.entries(fields ?? {}))
  if (entries.length === 0) return noFieldRules
  const keys = [...new Set(entries.map(([key]) => key))]
  const users = entries.map(([, value]) => value).filter((value) => typeof value === 'string' && isUser.test(value))
  const [rules, members] = await pipelined(db, [
    lockFieldRules(db, org, type, keys),
    listActiveAmong(db, org, [...new Set(users as string[])]),
  ])
  return { rules: new Map(rules.map((rule) => [rule.key, rule])), members }
}
const isUser = /^\s*user_[0-9a-f]{32}\s*$/

type Checked = { values: FieldChanges } | ErrorDetail

/** The values as they are stored, or the first problem; `path` is that of the values in the request. */
function checkFields({ rules, members }: FieldRules, given: GivenFields, path: string): Checked {
  const values: FieldChanges = {}
  for (const [key, value] of Object.entries(given ?? {})) {
    const rule = rules.get(key)
    const at = `${path}.${key}`
    if (!rule) return { path: at, message: 'there is no custom field with this key' }
    const read = value === null ? null : readValue({ rule, members }, value)
    if (read !== null && isValueProblem(read)) return { path: at, message: read.problem }
    values[key] = read
  }
  return { values }
}

/** The same for one object; undefined where none are given. */
export function requireFields(rules: FieldRules, given: GivenFields): FieldChanges | undefined {
  if (given === undefined) return undefined
  const checked = checkFields(rules, given, 'body.custom_fields')
  return 'values' in checked ? checked.values : invalidField(checked.path, checked.message)
}

/** `fields` with its values checked. */
export async function withCheckedFields<T extends { custom_fields?: GivenFields }>(
  { db, org }: { db: Db; org: string },
  type: CustomFieldObject,
  fields: T,
): Promise<T> {
  if (fields.custom_fields === undefined) return fields
  const rules = await findFieldRules(db, org, type, [fields.custom_fields])
  return { ...fields, custom_fields: requireFields(rules, fields.custom_fields) }
}

/** What is stored after a change: null removes a value, and what is left out stays. */
export const mergedFields = (
  before: Readonly<Record<string, CustomFieldValue>>,
  changes: FieldChanges,
): Record<string, CustomFieldValue> =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, CustomFieldValue] => entry[1] !== null),
  )

/** The values of a new object. */
export const newFields = (rules: FieldRules, given: GivenFields) => mergedFields({}, requireFields(rules, given) ?? {})

/** The column of a locked row after a change; nothing where no values are given. */
export async function changedFields(
  { db, org }: { db: Db; org: string },
  type: CustomFieldObject,
  before: { custom_fields: Readonly<Record<string, CustomFieldValue>> },
  given: GivenFields,
) {
  if (given === undefined) return {}
  const rules = await findFieldRules(db, org, type, [given])
  return { custom_fields: mergedFields(before.custom_fields, requireFields(rules, given)!) }
}

type WithFields = { custom_fields?: GivenFields }
export const customFieldsOf = ({ custom_fields }: WithFields): GivenFields => custom_fields

/** The problem of a row of a batch; `path` is that of the row. */
export function fieldsProblem(rules: FieldRules, given: GivenFields, path: string): ErrorDetail | null {
  const checked = checkFields(rules, given, `${path}.custom_fields`)
  return 'values' in checked ? null : checked
}

/** A row whose values were checked, with the values as they are stored. */
export function withStoredFields<T extends WithFields>(rules: FieldRules, row: T): T {
  return row.custom_fields === undefined ? row : { ...row, custom_fields: requireFields(rules, row.custom_fields) }
}

/** A row of an import without the values that their definitions, which changed since the check, do not take. */
export function withValidFields<T extends WithFields>(rules: FieldRules, row: T): T {
  if (row.custom_fields === undefined) return row
  const valid = Object.entries(row.custom_fields).filter(
    ([key, value]) => fieldsProblem(rules, { [key]: value }, '') === null,
  )
  return withStoredFields(rules, { ...row, custom_fields: Object.fromEntries(valid) })
}
