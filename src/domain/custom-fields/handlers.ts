import type { customFields } from '#contract/resources/custom-fields.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, throwApiError } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { newId } from '#store/ids.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import { pageByKeys } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import {
  type CustomFieldKind,
  customFieldObjects,
  hasOptions,
  maxActiveCustomFields,
  maxCustomFieldOptions,
} from '#vocabulary/custom-fields.ts'
import {
  type FieldRow,
  findField,
  insertField,
  listFields,
  lockFieldsBeside,
  lockFieldsOfType,
  updateField,
  updateFieldPositions,
} from './queries.ts'
import { freeKey, movedTo, nextOptions } from './rules.ts'

type OptionInput = { key?: string; name: string }

/** One transaction at a time changes definitions, so that limits and places hold. */
async function locked({ db, org }: Ctx, read: () => Promise<FieldRow[]>): Promise<FieldRow[]> {
  const [, fields] = await pipelined(db, [acquireLock(db, orgLock(org, 'custom-fields')), read()])
  return fields
}

const activeOf = (fields: readonly FieldRow[]) =>
  fields.filter(({ archived_at }) => archived_at === null).toSorted((a, b) => a.position - b.position)

function requireRoom(fields: readonly FieldRow[]) {
  if (activeOf(fields).length >= maxActiveCustomFields)
    throwApiError('INVALID_STATE', `There are already ${maxActiveCustomFields} custom fields; archive one first.`)
}

function requireFreeName(fields: readonly FieldRow[], name: string) {
  if (activeOf(fields).some((field) => field.name.toLowerCase() === name.toLowerCase()))
    throwApiError('DUPLICATE', `There is already a custom field named ${name}.`)
}

function requireOptions(kind: CustomFieldKind, before: FieldRow['options'], given: readonly OptionInput[] | undefined) {
  if (!hasOptions(kind)) return given ? invalidField('body.options', `a field of the kind ${kind} has no options`) : []
  if (!given) return before.length ? before : invalidField('body.options', `is required for ${kind}`)
  const options = nextOptions(before, given)
  if (typeof options === 'string') return invalidField('body.options', options)
  if (options.length > 2 * maxCustomFieldOptions)
    invalidField('body.options', `there are more than ${2 * maxCustomFieldOptions} with the archived ones`)
  return options
}

type FieldInput = {
  name?: string
  description?: string | null
  options?: readonly OptionInput[]
  position?: number
  archived?: boolean
}

/** The active fields in their new order, where archiving, restoring or moving one changes it. */
function movedIds(fields: readonly FieldRow[], before: FieldRow, input: FieldInput): string[] | undefined {
  const isArchived = input.archived ?? before.archived_at !== null
  const others = activeOf(fields).filter(({ id }) => id !== before.id)
  const ids = others.map(({ id }) => id)
  if (isArchived) {
    if (input.position !== undefined) invalidField('body.position', 'an archived field has no place')
    return ids
  }
  const isRestored = before.archived_at !== null
  const position = input.position ?? (isRestored ? ids.length + 1 : undefined)
  return position === undefined ? undefined : movedTo(ids, before.id, position)
}

async function changeField(ctx: Ctx, id: string, input: FieldInput): Promise<FieldRow> {
  const { db, org, now } = ctx
  const fields = await locked(ctx, () => lockFieldsBeside(db, org, id))
  const before = fields.find((field) => field.id === id) ?? notFound('custom field')
  const { name, description, archived } = input
  const others = fields.filter((field) => field.id !== id)
  const isRestored = archived === false && before.archived_at !== null
  if (isRestored) requireRoom(others)
  if (isRestored || name !== undefined) requireFreeName(others, name ?? before.name)
  const options = input.options && requireOptions(before.kind, before.options, input.options)
  const moved = movedIds(fields, before, input)
  const updated = updateField(db, org, id, {
    updated_at: now,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(options && { options: JSON.stringify(options) }),
    ...(archived !== undefined && archived !== (before.archived_at !== null) && { archived_at: archived ? now : null }),
  })
  const [, , found] = await pipelined(db, [
    updated,
    moved && updateFieldPositions(db, org, moved),
    findField(db, org, id),
  ])
  const after = found!
  const isArchivedNow = after.archived_at !== null && before.archived_at === null
  ctx.emit(isArchivedNow ? 'custom_field.archived' : 'custom_field.updated', { previous: previousOf(before, after) })
  return after
}

const previousOf = (before: FieldRow, after: FieldRow) =>
  Object.fromEntries(
    (['name', 'description', 'options', 'position', 'archived_at'] as const)
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  )

export const handlers: Handlers<typeof customFields> = {
  listCustomFields: ({ db, org, cursors }, { object_type, include_archived, ...query }) =>
    pageByKeys(
      cursors,
      query,
      (keys) =>
        listFields(db, org, {
          limit: query.limit,
          types: object_type ?? customFieldObjects,
          withArchived: include_archived ?? false,
          keys,
        }),
      (field) => [field.object_type, field.position, field.id],
    ),

  getCustomField: async ({ db, org }, { customFieldId }) =>
    (await findField(db, org, customFieldId)) ?? notFound('custom field'),

  async createCustomField(ctx, { object_type, name, key, description = null, kind, options: given }) {
    const fields = await locked(ctx, () => lockFieldsOfType(ctx.db, ctx.org, object_type))
    requireRoom(fields)
    requireFreeName(fields, name)
    const taken = new Set(fields.map((field) => field.key))
    if (key !== undefined && taken.has(key))
      throwApiError('DUPLICATE', `There is already a custom field with the key ${key}, perhaps an archived one.`)
    return insertField(ctx.db, ctx.org, {
      id: newId(),
      object_type,
      key: key ?? freeKey(name, taken),
      name,
      description,
      kind,
      options: requireOptions(kind, [], given),
      position: activeOf(fields).length + 1,
    })
  },

  updateCustomField: (ctx, { customFieldId, ...input }) => changeField(ctx, customFieldId, input),
}
