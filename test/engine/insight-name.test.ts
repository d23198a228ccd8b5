import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insightName } from '#engine/naming/insight-name.ts'
import { isNegated } from '#engine/naming/negation.ts'

/* Names that a product manager would send on: whole, and with the meaning of the text. */

const whole = (text: string) => text.replace(/[.。]$/, '')

test('a name does not end with an abbreviation', () => {
  for (const text of [
    'After the last update the calendar gives two patients the same slot for Dr. Okafor and the hygienist.',
    'The booking form keeps offering the same slot at the same time for Dr. Okafor and Dr. Lee.',
    'Die Rechnung für Hrn. Berger und Fr. Dr. Lang kommt z. B. im Mai seit dem Umzug doppelt.',
    'La factura del Sr. López y de la Dra. Ruiz sale dos veces desde el cambio de septiembre.',
  ])
    assert.equal(insightName(text), whole(text))
  assert.equal(
    insightName('Reminders were sent at 3 a.m. to about forty patients. Not funny.'),
    'Reminders were sent at 3 a.m. to about forty patients',
  )
  assert.equal(insightName('Reminders go to Mr. Lee. They should go to his daughter.'), 'Reminders go to Mr. Lee')
})

test('a name keeps the verb and the negation at the end of a clause', () => {
  for (const text of [
    'Leider zeigt die neue Version der App für iOS in der Wochenansicht die Mittagspause nicht an.',
    'Der Händler konnte die Bescheinigung im Portal auch nach mehreren Versuchen mit verschiedenen Browsern nicht hochladen.',
    'De agenda in de nieuwe versie van de app laat op zaterdag de afspraken van de waarnemer niet meer zien.',
    "Le calendrier de la nouvelle version sur tablette n'affiche plus les rendez-vous du samedi pour les remplaçants.",
    'La aplicación del móvil no permite cambiar una cita que ya está confirmada sin llamar por teléfono a la clínica.',
    'O aplicativo novo do celular não mostra os horários de sábado para os dentistas que trabalham por turnos.',
    "L'app non mostra più gli appuntamenti del sabato per i sostituti dopo l'ultimo aggiornamento di settembre.",
    'Kalendarz w nowej wersji aplikacji od ostatniej aktualizacji w ogóle na żadnym tablecie nie pokazuje wizyt w sobotę.',
    'The reminder text message that goes to patients the day before their visit does not say which branch.',
  ])
    assert.equal(insightName(text), whole(text))
  const named: [string, string][] = [
    [
      'Some boards load and others do not, because the permissions are stored twice for every member of the team.',
      'Some boards load and others do not',
    ],
    [
      'The reports are fine for our small practice with two chairs, except that none of them can be printed.',
      'The reports are fine for our small practice with two chairs, except that none of them can be printed',
    ],
    [
      'Es nervt wirklich alle Kolleginnen bei uns im Haus, dass der Vertrag noch monatelang als aktiv angezeigt wird.',
      'Es nervt wirklich alle Kolleginnen bei uns im Haus, dass der Vertrag noch monatelang als aktiv angezeigt wird',
    ],
    [
      '新しいアプリでは土曜日の予約が表示されません。とても困っています。',
      '新しいアプリでは土曜日の予約が表示されません',
    ],
  ]
  for (const [text, name] of named) assert.equal(insightName(text), name)
})

test('a clause that is too long even so is cut, but not before its negation', () => {
  const text =
    'Die Bestätigung über die Übernahme des neuen Rads durch unseren Kollegen aus dem Lager in Graz ist bei uns in der ' +
    'Abteilung trotz Zusage nicht da'
  assert.ok(isNegated(insightName(text)))
  const long =
    'The calendar of the practice shows every appointment of the week for the dentist and the hygienist and the ' +
    'assistant in one long list on the left side of the page'
  assert.match(insightName(long), /^The calendar of the practice shows .{40,}[^,]$/)
  assert.ok(insightName(long).split(' ').length <= 20)
})

test('of a request the condition keeps what it is a condition of', () => {
  const wish = 'It would be great if the calendar had a view for one dentist'
  assert.equal(insightName(`${wish}.`), wish)
  assert.equal(insightName('It would be nice if you could add a dark mode'), 'A dark mode')
})

test('a question keeps its mark, unless it is named after what it asks for', () => {
  const named: [string, string][] = [
    ['Can reminders be sent in Polish? Half of our patients speak it better.', 'Can reminders be sent in Polish?'],
    ['Kann man den Vertrag bei Elternzeit unterbrechen?', 'Kann man den Vertrag bei Elternzeit unterbrechen?'],
    ['Could you add a week view for both chairs?', 'Add a week view for both chairs'],
    ['Is there a way to print the day sheet?', 'Print the day sheet'],
  ]
  for (const [text, name] of named) assert.equal(insightName(text), name)
})

test('a name is not only the circumstances of a point', () => {
  const named: [string, string][] = [
    [
      'Unless I press save twice in the treatment plan window, everything that I have typed into it is simply lost.',
      'Unless I press save twice in the treatment plan window, everything that I have typed into it is simply lost',
    ],
    [
      'Wenn ich einen Vertrag vorzeitig beenden möchte, finde ich im Portal keinen Knopf und keine Telefonnummer.',
      'Wenn ich einen Vertrag vorzeitig beenden möchte, finde ich im Portal keinen Knopf und keine Telefonnummer',
    ],
    [
      'We have been with you for six years and the phone support has never once let us down when it mattered.',
      'We have been with you for six years and the phone support has never once let us down when it mattered',
    ],
    [
      'The calculator shows the net rate only, e.g. without the insurance, and that confuses all of our employees a lot.',
      'The calculator shows the net rate only, e.g. without the insurance, and that confuses all of our employees a lot',
    ],
    [
      'Ich würde gern das Rad vorzeitig zurückgeben können, wenn ich einmal die Firma wechsle.',
      'Ich würde gern das Rad vorzeitig zurückgeben können, wenn ich einmal die Firma wechsle',
    ],
  ]
  for (const [text, name] of named) assert.equal(insightName(text), name)
})
