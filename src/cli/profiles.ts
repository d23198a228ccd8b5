import { chooseProfile, listProfiles } from './credentials.ts'
import { type Io, print } from './io.ts'
import { printAnswer } from './output.ts'

export async function printProfiles({ json = false }: { json?: boolean }, io: Io): Promise<void> {
  const format = json || !io.isTTY ? 'json' : 'table'
  await printAnswer({ data: await listProfiles(io) }, { format }, io)
}

export async function useProfile(name: string, io: Io): Promise<void> {
  await chooseProfile(io.env, name)
  await print(io.stdout, `Commands use the profile ${name}.\n`)
}
