/** Paths of programs: an unknown path gets the API's error instead of the web app. */
export const programPaths = /^\/(api|app|mcp|oauth|\.well-known|healthz|readyz|metrics)(\/|$)/

/** The first page for everybody, so that a look at the server with any program shows something. */
export const wantsPage = (path: string, accept: string | undefined) =>
  path === '/' || (accept?.includes('text/html') ?? false)
