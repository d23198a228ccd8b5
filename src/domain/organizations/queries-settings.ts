import type { Static } from 'typebox'
import type { IngestFilters } from '#contract/resources/ingest-filters.ts'
import type { Masking } from '#contract/resources/masking.ts'
import type { Retention } from '#contract/resources/retention.ts'
import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'

/* Settings of an organization that other slices explain. */

type MaskingChanges = Partial<Omit<Static<typeof Masking>, 'daily' | 'problem'>>

export const updateMaskingSettings = (db: Db, org: string, changes: MaskingChanges) =>
  db.run(sql`
    update organization set masking = masking || ${JSON.stringify(changes)}::jsonb, updated_at = now()
    where id = ${org}`)

export const updateIngestFilters = (
  db: Db,
  org: string,
  { min_length, ...filters }: Partial<Static<typeof IngestFilters>>,
) =>
  db.run(sql`
    update organization set ${assignments({ ...filters, min_feedback_length: min_length })}, updated_at = now()
    where id = ${org}`)

export const updateRetention = (db: Db, org: string, changes: Partial<Static<typeof Retention>>) =>
  db.run(sql`
    update organization set retention = retention || ${JSON.stringify(changes)}::jsonb where id = ${org}`)

/** Null for the kind of product that the feedback speaks for. */
export const updateProductKindSetting = (db: Db, org: string, kind: string | null) =>
  db.run(sql`update organization set product_kind = ${kind}, updated_at = now() where id = ${org}`)
