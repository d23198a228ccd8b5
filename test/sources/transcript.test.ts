import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { durationOf, parseTranscript, transcriptFormats } from '#engine/transcript/parse-transcript.ts'
import { assignRoles, textOfRole } from '#engine/transcript/assign-roles.ts'
import { toText, toVtt } from '#engine/transcript/format-transcript.ts'

const read = (text: string) => {
  const { format, segments } = parseTranscript(text)!
  return { format, lines: segments.map(({ speaker, start_ms, text }) => [speaker, start_ms, text]), segments }
}

const formats: Record<string, { text: string; lines: unknown[] }> = {
  vtt: {
    text: `\uFEFFWEBVTT - Call with Ana\r\n\r\nNOTE made by hand\r\nand more of it\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n1\r\n00:01.000 --> 00:02.500 align:start\r\n<v Mia Koch>How do you <i>export</i> today?</v>\r\n\r\n2\r\n01:00:03.000 --> 01:00:04.000\r\n<v.loud Ana Lima>By hand &amp; slowly\r\n\r\n3\r\n01:00:04.500 --> 01:00:06.000\r\n<v.loud Ana Lima>every Friday.\r\n`,
    lines: [
      ['Mia Koch', 1000, 'How do you export today?'],
      ['Ana Lima', 3_603_000, 'By hand & slowly every Friday.'],
    ],
  },
  srt: {
    text: '1\n00:00:01,000 --> 00:00:02,000\nMia: How is it?\n\n2\n00:00:02,500 --> 00:00:04,000\nAna: It is\nslow.\n3\n00:00:04,200 --> 00:00:05,000\nAna: One thing: it crashes.\n',
    lines: [
      ['Mia', 1000, 'How is it?'],
      ['Ana', 2500, 'It is slow.'],
      ['Ana', 4200, 'One thing: it crashes.'],
    ],
  },
  otter: {
    text: 'Mia Koch  0:00  \nHow is it going?\n\nAna Lima  1:02:03  \nSlowly.\nAnd badly.\n\nTranscribed by https://otter.ai\n',
    lines: [
      ['Mia Koch', 0, 'How is it going?'],
      ['Ana Lima', 3_723_000, 'Slowly. And badly.'],
    ],
  },
  zoom: {
    text: '[Mia Koch] 23:59:50\nHow is it?\n\n[Ana Lima] 00:00:05\nSlow.\nVery slow.\n',
    lines: [
      ['Mia Koch', 0, 'How is it?'],
      ['Ana Lima', 15_000, 'Slow. Very slow.'],
    ],
  },
  google_meet: {
    text: 'Feedback call (2026-05-02 10:00 GMT+2) - Transcript\nAttendees\nMia Koch, Ana Lima\nTranscript\n\n00:00:00\n\nMia Koch: How is it?\nAna Lima: Slow.\nVery slow: every day.\n00:05:00\nAna Lima: And it loses my filters.\n\n\nTranscription ended after 00:29:12\n\nThis editable transcript was computer generated and might contain errors.\n',
    lines: [
      ['Mia Koch', 0, 'How is it?'],
      ['Ana Lima', null, 'Slow. Very slow: every day.'],
      ['Ana Lima', 300_000, 'And it loses my filters.'],
    ],
  },
  lookback: {
    text: '[00:00:12] Moderator: What do you see?\n[00:00:15] Participant: A spinner.\nIt does not stop.\n[01:10:20] Moderator: Thanks.\n',
    lines: [
      ['Moderator', 12_000, 'What do you see?'],
      ['Participant', 15_000, 'A spinner. It does not stop.'],
      ['Moderator', 4_220_000, 'Thanks.'],
    ],
  },
  plain: {
    text: 'Mia: How is it?\n\nAna: Slow. I wait\nfor minutes.\n\nMia: Why?\n\nAna: No idea.\n',
    lines: [
      ['Mia', null, 'How is it?'],
      ['Ana', null, 'Slow. I wait for minutes.'],
      ['Mia', null, 'Why?'],
      ['Ana', null, 'No idea.'],
    ],
  },
}

for (const format of transcriptFormats)
  test(`${format} is detected and parsed completely`, () => {
    const { format: found, lines } = read(formats[format]!.text)
    assert.equal(found, format)
    assert.deepEqual(lines, formats[format]!.lines)
  })

test('variants of the formats are detected too', () => {
  const spellings: [string, string, unknown[]][] = [
    [
      'google_meet',
      'Mia Koch (10:02)\nHow is it?\n\nAna (10:03)\nSlow.\n',
      [
        ['Mia Koch', null, 'How is it?'],
        ['Ana', null, 'Slow.'],
      ],
    ],
    [
      'google_meet',
      '# Call - Transcript\n\n### 00:00:00\n\n**Mia Koch:** How is it?\n\n**Ana:** Slow.\n\n### Transcription ended after 00:01:00\n',
      [
        ['Mia Koch', 0, 'How is it?'],
        ['Ana', null, 'Slow.'],
      ],
    ],
    [
      'zoom',
      '10:02:31\tMia Koch:\tHow is it?\n10:02:40\tAna:\tSlow.\n',
      [
        ['Mia Koch', 0, 'How is it?'],
        ['Ana', 9000, 'Slow.'],
      ],
    ],
    [
      'zoom',
      '10:02:31 From Mia Koch to Everyone: How is it?\n10:02:40 From Ana to Mia Koch(Direct Message): Slow.\n',
      [
        ['Mia Koch', 0, 'How is it?'],
        ['Ana', 9000, 'Slow.'],
      ],
    ],
    [
      'lookback',
      '00:05 - 00:09\nModerator: What now?\n\n00:10 - 00:12\nParticipant: I wait.\n',
      [
        ['Moderator', 5000, 'What now?'],
        ['Participant', 10_000, 'I wait.'],
      ],
    ],
    [
      'lookback',
      '0:05 I click here.\n0:09 Nothing happens.\n',
      [
        [null, 5000, 'I click here.'],
        [null, 9000, 'Nothing happens.'],
      ],
    ],
    [
      'vtt',
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nMia Koch: How is it?\n\n2\n00:00:02.000 --> 00:00:03.000\nAna: Slow.\n',
      [
        ['Mia Koch', 1000, 'How is it?'],
        ['Ana', 2000, 'Slow.'],
      ],
    ],
    [
      'otter',
      '0:00\nWhen I was a kid.\n\n0:15\nApples were bad.\n\nTranscribed by https://otter.ai',
      [
        [null, 0, 'When I was a kid.'],
        [null, 15_000, 'Apples were bad.'],
      ],
    ],
    [
      'plain',
      'It began well.\nWe liked it.\n\nThen it broke.\n\nNow we wait.\n',
      [
        [null, null, 'It began well. We liked it.'],
        [null, null, 'Then it broke.'],
        [null, null, 'Now we wait.'],
      ],
    ],
  ]
  for (const [format, text, lines] of spellings)
    assert.deepEqual([read(text).format, read(text).lines], [format, lines], text)
})

test('other texts are not detected as a transcript', () => {
  for (const text of ['', '\n\n', 'Just a line.', 'Two lines\nof text', 'WEBVTT\n\n', '{"a": 1}'])
    assert.equal(parseTranscript(text), undefined, text)
  assert.equal(parseTranscript('Just a line.', 'plain')?.segments.length, 1)
  assert.equal(parseTranscript('Just a line.', 'vtt'), undefined)
})

test('the customer is the given one, the one named so, or the one who speaks most', () => {
  const talk = (...turns: [string | null, string][]) =>
    turns.map(([speaker, text]) => ({ speaker, text, start_ms: null, end_ms: null }))
  const call = talk(['Mia', 'a'], ['Ana', 'b'], ['Bo', 'c'], ['Mia', 'd'], ['Ana', 'e'], ['Ana', 'f'])
  const guessed = assignRoles(call, new Map())
  assert.deepEqual(
    [guessed.guessed, [...guessed.roles]],
    [
      true,
      [
        ['Mia', 'interviewer'],
        ['Ana', 'customer'],
        ['Bo', 'other'],
        [null, 'other'],
      ],
    ],
  )
  assert.equal(textOfRole(call, guessed.roles, 'customer'), 'b\n\ne f')
  const explicit = assignRoles(call, new Map([['Bo', 'customer' as const]]))
  assert.deepEqual(
    [explicit.guessed, explicit.roles.get('Bo'), explicit.roles.get('Ana')],
    [false, 'customer', 'other'],
  )
  const named = assignRoles(talk(['Participant 3', 'x'], ['Moderator', 'y']), new Map())
  assert.deepEqual(
    [named.guessed, named.roles.get('Participant 3'), named.roles.get('Moderator')],
    [false, 'customer', 'interviewer'],
  )
  const rest = assignRoles(call, new Map([['Ana', 'interviewer' as const]]))
  assert.deepEqual([rest.guessed, rest.roles.get('Mia'), rest.roles.get('Bo')], [true, 'customer', 'customer'])
  const alone = assignRoles(talk([null, 'x'], [null, 'y']), new Map())
  assert.equal(textOfRole(talk([null, 'x'], [null, 'y']), alone.roles, 'customer'), 'x\n\ny')
})

test('a transcript written as WebVTT or text parses to the same segments', () => {
  const word = fc.stringMatching(/^[a-zA-Zäöü<>&'][a-z<>&',]{0,8}$/)
  const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `${words.join(' ')}.`)
  const segment = fc.record({ speaker: fc.constantFrom('Ana Lima', 'Mia Koch', 'Bo'), text: sentence })
  fc.assert(
    fc.property(fc.array(segment, { minLength: 2, maxLength: 20 }), (turns) => {
      const segments = turns.map((turn, n) => ({ ...turn, start_ms: n * 5000, end_ms: n * 5000 + 4000 }))
      assert.deepEqual(parseTranscript(toVtt(segments), 'vtt')?.segments, segments)
      assert.deepEqual(
        parseTranscript(toText(segments), 'plain')?.segments,
        segments.map((one) => ({ ...one, start_ms: null, end_ms: null })),
      )
    }),
    { numRuns: 200 },
  )
  assert.equal(durationOf([{ speaker: null, text: 'x', start_ms: 61_000, end_ms: null }]), 61)
})

test('parsing any input terminates and neither loses nor adds words', () => {
  const pieces = fc.constantFrom(
    'WEBVTT',
    '\n',
    '\n\n',
    '00:00:01.000 --> 00:00:02.000',
    '1',
    'Ana: ',
    ':',
    '<v ',
    '>',
    '<',
    '[Ana] 10:00:00',
    'Ana  0:01',
    '0:01',
    'hello',
    ' ',
    '\t',
    '&amp;',
    'NOTE',
    '**',
    '-->',
    'Transcript',
    '(10:02)',
    '\r',
    'é',
  )
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 60 }),
      fc.constantFrom('auto' as const, ...transcriptFormats),
      (parts, format) => {
        const text = parts.join('')
        const found = parseTranscript(text, format)
        for (const segment of found?.segments ?? []) {
          assert.ok(segment.text.trim() !== '' && (segment.speaker === null || segment.speaker.trim() !== ''))
          for (const word of segment.text.match(/[a-zé]{3,}/g) ?? []) assert.ok(text.includes(word), word)
        }
      },
    ),
    { numRuns: 1000 },
  )
})

test('inputs of two megabytes are parsed in time', () => {
  const max = 2 * 1024 * 1024
  const fill = (piece: string) => piece.repeat(Math.ceil(max / piece.length)).slice(0, max)
  const hostile = [
    ' ',
    'a',
    ':',
    '<',
    '<v ',
    'a: ',
    '[',
    '0:',
    '00:00:01.000 --> ',
    '**',
    '\t',
    '(',
    'Ana: '.padEnd(30, 'x') + '\n',
    '1\n00:00:01,000 --> 00:00:02,000\nx\n\n',
  ]
  for (const piece of hostile)
    for (const [start, format] of [
      ['', 'auto'],
      ['WEBVTT\n\n00:01.000 --> 00:02.000\n', 'auto'],
      ['Ana  0:01\n', 'otter'],
      ['Transcript\n', 'google_meet'],
    ] as const) {
      const found = parseTranscript(start + fill(piece), format)
      assert.ok(found === undefined || found.segments.length > 0)
    }
  assert.equal(parseTranscript('Ana: x\n'.repeat(100_001)), undefined)
})
