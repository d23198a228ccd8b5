import { whenReachable } from './api/connection.ts'

type Module = Record<string, unknown>

const reloadedKey = 'earshot.reloaded'
const reloadIntervalMs = 60_000

/**
 * Loads the code of a page. While the server is gone it waits instead of leaving the app; code that a new version of
 * the server no longer has is loaded by a reload, once a minute at most.
 */
export const loadPage = (load: () => Promise<Module>) => async (): Promise<Module> => {
  try {
    return await load()
  } catch {
    await whenReachable()
    return load().catch(reload)
  }
}

function reload(error: unknown): Promise<Module> {
  if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadIntervalMs)
    throw new Error('This page could not be loaded.', { cause: error })
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  location.reload()
  return new Promise(() => {})
}
