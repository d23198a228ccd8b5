import type { CompleteOptions } from '#domain/imports/csv-uploads/mapping/mapping.ts'
import { asciiKey } from '#engine/csv/ascii-key.ts'
import type { ParsedRow } from './parse-row.ts'

/* Fields that rows of several types have. */

export const rowSource = ({ values }: ParsedRow, { default_source }: CompleteOptions): string =>
  (values.source as string | undefined) ?? (asciiKey(default_source ?? '') || 'csv')

/** The contact of a row; without email and phone, what is known of it goes to `extra`, for the metadata. */
export function contactFieldsOf({ values }: ParsedRow, role: string) {
  const {
    [`${role}_email`]: email,
    [`${role}_name`]: name,
    'contact.phone': phone,
    'contact.plan': plan,
    'contact.company': company,
  } = values as Record<string, string | undefined>
  if (email === undefined && phone === undefined) {
    const extra = {
      ...(name !== undefined && { [`${role}_name`]: name }),
      ...(company !== undefined && { company }),
      ...(plan !== undefined && { plan }),
    }
    return { contact: undefined, extra }
  }
  const companyFields = { ...(company !== undefined && { name: company }), ...(plan !== undefined && { plan }) }
  const contact = {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(Object.keys(companyFields).length > 0 && { company: companyFields }),
  }
  return { contact, extra: {} }
}

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

/** Optional fields of every type; `extra` is added to the metadata. */
export function commonFields({ values, metadata }: ParsedRow, extra: object) {
  const external_id = externalIdOf(values)
  return {
    ...(external_id !== undefined && { external_id }),
    ...(values.tags !== undefined && { tags: values.tags as string[] }),
    ...(values.url !== undefined && { url: values.url as string }),
    ...(values.language !== undefined && { language: values.language as string }),
    metadata: { ...extra, ...metadata },
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
