import { sql } from '#store/sql.ts'
import { world } from '../ground.ts'
import { openBrowser } from './browser.ts'

/* What somebody does who has forgotten their password. */

export const ask = (email: string) => openBrowser(world).auth('POST', '/request-password-reset', { body: { email } })
export const set = (token: string, newPassword: string) =>
  openBrowser(world).auth('POST', '/reset-password', { body: { token, newPassword } })
/** How many letters wait to be sent. */
export const waiting = async () => (await world.store.first<{ n: number }>(sql`select count(*) as n from mail`))!.n
