import { createHash } from 'node:crypto'
import { csvColumns, type CsvType } from '#contract/resources/csv-columns.ts'
import type { CompleteOptions } from '#domain/imports/csv-uploads/mapping/mapping.ts'
import type { ContactFields } from '#domain/sources/contacts/rules.ts'
import { asciiKey } from '#engine/csv/ascii-key.ts'
import type { ParsedRow } from './parse-row.ts'

/* Fields that rows of several types have. */

export const rowSource = ({ values }: ParsedRow, { default_source }: CompleteOptions): string =>
  (values.source as string | undefined) ?? (asciiKey(default_source ?? '') || 'csv')

/** The fields that the columns of the row fill. */
export const filledFields = <Input>(type: CsvType, { values }: ParsedRow) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([target, value]) => {
      const field = csvColumns[type][target]?.field
      return field === undefined ? [] : [[field, value]]
    }),
  ) as Partial<Input>

type KnownOfContact = { target: string; place: string; value: string }

/** The contact of a row; without a key to find it by, what is known of it goes to `extra`, for the metadata. */
export function contactFieldsOf(type: CsvType, { values }: ParsedRow) {
  const known = Object.entries(values).flatMap(([target, value]): KnownOfContact[] => {
    const place = csvColumns[type][target]?.contact
    return place === undefined ? [] : [{ target, place, value: value as string }]
  })
  const hasAddress = known.some(({ place }) => place === 'email' || place === 'phone')
  const identity = hasAddress ? undefined : identityByName(known)
  if (!hasAddress && !identity)
    return {
      contact: undefined,
      extra: Object.fromEntries(known.map(({ target, value }) => [target.replace('contact.', ''), value])),
    }
  const inCompany = 'company.'
  const isOfCompany = ({ place }: KnownOfContact) => place.startsWith(inCompany)
  const company = Object.fromEntries(
    known.filter(isOfCompany).map(({ place, value }) => [place.slice(inCompany.length), value]),
  )
  const own = Object.fromEntries(known.filter((one) => !isOfCompany(one)).map(({ place, value }) => [place, value]))
  const contact: ContactFields = {
    ...own,
    ...(Object.keys(company).length > 0 && { company }),
    ...(identity && { identities: [identity] }),
  }
  return { contact, extra: {} }
}

/** The same name at the same company is the same person; a name alone says too little. */
function identityByName(known: readonly KnownOfContact[]) {
  const valueOf = (place: string) => normalizeText(known.find((one) => one.place === place)?.value)
  const parts = [valueOf('name'), valueOf('company.name')]
  if (parts.some((part) => part === '')) return undefined
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return { provider: 'name-and-company', external_id: hash.slice(0, identityLength) }
}

/** 132 bits. */
const identityLength = 22

/** Google Play identifies a review only in its link. */
const reviewInUrl = /[?&#]review_?id=([^&#]{1,200})/i

function externalIdOf({ external_id, url }: ParsedRow['values']): string | undefined {
  if (external_id !== undefined) return external_id as string
  const id = reviewInUrl.exec((url as string | undefined) ?? '')?.[1]
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return id
  }
}

/** The fields that the columns fill, with the id at the source; `extra` is added to the metadata. */
export function commonFields<Input>(type: CsvType, row: ParsedRow, extra: object) {
  const external_id = externalIdOf(row.values)
  return {
    ...filledFields<Input>(type, row),
    ...(external_id !== undefined && { external_id }),
    metadata: { ...extra, ...row.metadata },
  }
}

type DedupeParts = { reference: readonly (string | undefined)[]; content: readonly unknown[] }

/** Rows with the same reference are duplicates, or, if asked for, rows with the same content. */
export function dedupeKey({ dedupe }: CompleteOptions, { reference, content }: DedupeParts): string | null {
  if (reference.at(-1) !== undefined && dedupe !== 'none') return JSON.stringify(reference)
  return dedupe === 'content' ? JSON.stringify([null, ...content]) : null
}

export const normalizeText = (text: unknown) =>
  String(text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
