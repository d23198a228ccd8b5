import { sql } from '#store/sql.ts'
import { app } from '../test-server.ts'
import { openBrowser } from './browser.ts'

export const requestReset = (email: string) =>
  openBrowser(app).auth('POST', '/request-password-reset', { body: { email } })
export const setPassword = (token: string, newPassword: string) =>
  openBrowser(app).auth('POST', '/reset-password', { body: { token, newPassword } })
export const countQueuedMail = async () =>
  (await app.store.first<{ n: number }>(sql`select count(*) as n from mail_outbox`))!.n
