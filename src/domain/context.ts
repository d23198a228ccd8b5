import type { Db } from '#store/open.ts'

export type Role = 'admin' | 'member'

/** Who acts, whichever door they came through. */
export type Principal = { org: string; user: string; role: Role; keyId?: string; sessionId?: string }

/** A place in a list, as signed text bound to the organization, the route and its filters. */
export type Cursors = {
  read(cursor: string): readonly (string | number | null)[]
  write(keys: readonly (string | number | null)[]): string
}

export type Log = { info(fields: object, message: string): void; warn(fields: object, message: string): void; error(fields: object, message: string): void }

/** All that a use case is handed. */
export type Ctx = Principal & { scope: 'read' | 'write'; db: Db; cursors: Cursors; now: Date; settings: Settings; log: Log }

/** What a use case may know of the installation it runs in. */
export type Settings = { region: 'us' | 'eu' | 'au'; keyPrefix: string; publicUrl: string }
