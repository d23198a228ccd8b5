import { sql } from '#store/sql.ts'
import { app } from '../test-server.ts'
import { openBrowser } from './browser.ts'

/* What somebody does who has forgotten their password. */

export const ask = (email: string) => openBrowser(app).auth('POST', '/request-password-reset', { body: { email } })
export const set = (token: string, newPassword: string) =>
  openBrowser(app).auth('POST', '/reset-password', { body: { token, newPassword } })
/** How many letters wait to be sent. */
export const waiting = async () => (await app.store.first<{ n: number }>(sql`select count(*) as n from mail_outbox`))!.n
