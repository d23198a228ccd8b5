import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Person } from './compose.ts'
import { changeParticipants, renameSpeakers } from './writes.ts'

const nameless = 'Customer'

const interviewsWith = (db: Db, org: string, contacts: readonly string[]) =>
  db.rows<{ id: string; participants: Person[]; own: boolean }>(sql`
    select i.id, i.participants, f.contact_id = any(${contacts}::uuid[]) is true as own
    from interview i join feedback f on f.org_id = i.org_id and f.id = i.id
    where i.org_id = ${org} and (f.contact_id = any(${contacts}::uuid[])
      or exists (select 1 from jsonb_to_recordset(i.participants) as p (contact_id uuid) where p.contact_id = any(${contacts}::uuid[])))
    order by i.id for no key update of f`)

/** Whoever is erased speaks on without a name in the interviews they gave. */
export async function forgetSpeakers(db: Db, org: string, contacts: readonly string[]) {
  for (const { id, participants, own } of await interviewsWith(db, org, contacts)) {
    const isErased = ({ role, contact_id }: Person) =>
      contact_id === null ? own && role === 'customer' : contacts.includes(contact_id)
    const taken = new Set(participants.map(({ speaker }) => speaker))
    const names = new Map<string, string>()
    for (const { speaker } of participants.filter(isErased)) {
      let name = nameless
      for (let n = 2; taken.has(name); n++) name = `${nameless} ${n}`
      taken.add(name)
      names.set(speaker, name)
    }
    await renameSpeakers(db, org, id, names)
    await changeParticipants(
      db,
      org,
      id,
      participants.map((person) => ({ ...person, speaker: names.get(person.speaker) ?? person.speaker })),
    )
  }
}
