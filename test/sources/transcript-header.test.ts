import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignRoles, textOfRole } from '#engine/transcript/assign-roles.ts'
import { rolesOfHeader } from '#engine/transcript/header.ts'
import { parseTranscript } from '#engine/transcript/parse-transcript.ts'
import { call, useTestServer } from '../test-server.ts'

useTestServer()

const read = (text: string) => {
  const { segments, header, format } = parseTranscript(text)!
  const { roles } = assignRoles(segments, rolesOfHeader(header, segments))
  return { header, format, segments, said: textOfRole(segments, roles, 'customer') }
}

const headed: Record<string, { text: string; title: string; said: string }> = {
  English: {
    text: '# Export study\n\nInterview: Export study\nDate: 2 May 2026\nInterviewer: Mia Koch\nParticipant: Ana Ruiz (Acme)\n---\n\nMia: How do you export today?\n\nAna: By hand, every Friday.\n\nAna: It takes an hour.\n',
    title: 'Export study',
    said: 'By hand, every Friday. It takes an hour.',
  },
  German: {
    text: 'Gespräch: Exportstudie\nDatum: 02.05.2026\nInterviewerin: Mia Koch\nTeilnehmerin: Ana Ruiz\nDauer: 30 Minuten\n\nInterviewerin: Wie exportieren Sie?\nTeilnehmerin: Von Hand, jeden Freitag.\n',
    title: 'Exportstudie',
    said: 'Von Hand, jeden Freitag.',
  },
  French: {
    text: 'Entretien : Étude des exports\nDate : 2 mai 2026\nParticipante : Ana Ruiz\n\nLe tri est trop lent et je perds mes filtres.\n',
    title: 'Étude des exports',
    said: 'Le tri est trop lent et je perds mes filtres.',
  },
  Spanish: {
    text: 'Título: Estudio\nFecha: 2 de mayo de 2026\nEntrevistadora: Mia Koch\nParticipante: Ana Ruiz\n\nMia: ¿Cómo exporta hoy?\nAna: A mano, cada viernes.\n',
    title: 'Estudio',
    said: 'A mano, cada viernes.',
  },
  Portuguese: {
    text: 'Título: Estudo\nData: 2 de maio de 2026\nEntrevistador: Mia Koch\nParticipante: Ana Ruiz\n\nMia: Como exporta hoje?\nAna: À mão, toda sexta-feira.\n',
    title: 'Estudo',
    said: 'À mão, toda sexta-feira.',
  },
}

for (const [language, { text, title, said }] of Object.entries(headed))
  test(`the lines above an interview are no speech: ${language}`, () => {
    const { header, said: got } = read(text)
    assert.deepEqual([header.title, header.date, got], [title, '2026-05-02', said])
    assert.deepEqual(header.participants, ['Ana Ruiz'])
  })

const calls: Record<string, string> = {
  Fireflies:
    'Export study\nMeeting started: May 2, 2026, 10:00:00 AM\nMeeting duration: 32 minutes\n\n00:00 Mia Koch\nHow is it going?\n\n00:07 Ana Ruiz\nThe export is slow.\n\n00:20 Mia Koch\nWhy?\n',
  'Fireflies with dashes':
    'Export study\n2 May 2026\n\nMia Koch - 00:00\nHow is it?\n\nAna Ruiz - 00:07\nThe export is slow.\n',
  Teams:
    'Export study\nMay 2, 2026, 10:00AM\n32m 10s\n\nMia Koch started transcription\n\nMia Koch   0:03\nHow is it?\n\nAna Ruiz   0:07\nThe export is slow.\n\nMia Koch stopped transcription\n',
  Grain: 'Export study\nMay 2, 2026\n\nMia Koch (00:03):\nHow is it?\n\nAna Ruiz (00:07):\nThe export is slow.\n',
  Otter:
    'Export study\nSat, May 2, 2026 10:00AM • 32:10\nSUMMARY KEYWORDS\nexport, filters\nSPEAKERS\nMia Koch, Ana Ruiz\n\nMia Koch  00:03\nHow is it?\n\nAna Ruiz  00:09\nThe export is slow.\n',
}

for (const [product, text] of Object.entries(calls))
  test(`${product}: speakers, words, title and date`, () => {
    const { header, segments } = read(text)
    assert.deepEqual([header.title, header.date], ['Export study', '2026-05-02'])
    assert.deepEqual(
      segments.filter(({ speaker }) => speaker === 'Ana Ruiz').map(({ text: words }) => words),
      ['The export is slow.'],
    )
    assert.deepEqual([...new Set(segments.map(({ speaker }) => speaker))], ['Mia Koch', 'Ana Ruiz'])
  })

test('people who speak first are no header', () => {
  for (const text of [
    'Interviewer: How do you share notes today?\nAna: I copy them into an email.\n',
    'Participant: Hello\nModerator: Hi, how is it?\nParticipant: Slow.\n',
    'Ana: One thing first.\n\nMia: Yes?\n\nAna: Date: it is always wrong.\n',
  ])
    assert.equal(read(text).header.date, null)
  assert.equal(read('Participant: Hello\nModerator: Hi, how is it?\nParticipant: Slow.\n').segments.length, 3)
})

test('a text with colons is no conversation', () => {
  const speakers = (text: string) => new Set(parseTranscript(text)?.segments.flatMap(({ speaker }) => speaker ?? []))
  assert.equal(speakers('Ana: The export fails.\nBob: Since when?\nAna: Since Monday.\nEvery time.').size, 2)
  for (const text of ['Note: it fails', 'Steps:\n1: open\nit fails\nagain\nand again\nalways', 'http://a.example: x'])
    assert.ok(speakers(text).size < 2, text)
})

test('the preview has title and date, and the interview only what was said', async () => {
  const { text } = headed.English!
  const preview = await call('POST', '/interviews/parse', { text })
  assert.deepEqual([preview.body.title, preview.body.interview_date], ['Export study', '2026-05-02'])
  const created = await call('POST', '/interviews', {
    title: preview.body.title,
    interview_date: preview.body.interview_date,
    transcript: { text },
  })
  assert.equal(created.status, 202, created.text)
  assert.deepEqual(
    created.body.participants.map(({ speaker, role }: { speaker: string; role: string }) => [speaker, role]),
    [
      ['Mia', 'interviewer'],
      ['Ana', 'customer'],
    ],
  )
  const { body } = await call('GET', `/feedback/${created.body.feedback_id}`)
  assert.equal(body.content, 'By hand, every Friday. It takes an hour.')
})
