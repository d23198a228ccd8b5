/** Texts of proposed changes. */
export const changes: Record<string, string> = {
  'Proposed changes': 'Vorgeschlagene Änderungen',
  'proposed changes': 'vorgeschlagene Änderungen',
  'No proposed changes': 'Keine vorgeschlagenen Änderungen',
  'Assistants and programs can propose several changes together. They appear here to be accepted.':
    'Assistenten und Programme können mehrere Änderungen zusammen vorschlagen. Sie erscheinen hier zur Annahme.',
  Proposed: 'Vorgeschlagen',
  'Show {n} changes': '{n} Änderungen anzeigen',
  'Proposed by {name}': 'Vorgeschlagen von {name}',
  'decided by {name}': 'entschieden von {name}',
  'a former member': 'einem früheren Mitglied',
  'The changes were made': 'Die Änderungen wurden gemacht',
  'The changes were rejected': 'Die Änderungen wurden abgelehnt',
  'Accept all': 'Alle annehmen',
  'You proposed these changes, so another member has to accept them.':
    'Sie haben diese Änderungen vorgeschlagen, daher muss ein anderes Mitglied sie annehmen.',
  'Admins can allow members to accept their own in the settings of the organization.':
    'Admins können Mitgliedern in den Einstellungen der Organisation erlauben, eigene anzunehmen.',
  'Members may accept changes that they proposed': 'Mitglieder dürfen selbst vorgeschlagene Änderungen annehmen',
  'Otherwise another member has to accept what a person, or an assistant with their key, proposed.':
    'Sonst muss ein anderes Mitglied annehmen, was eine Person oder ein Assistent mit ihrem Schlüssel vorgeschlagen hat.',
  becomes: 'wird zu',
  empty: 'leer',
  Yes: 'Ja',
  No: 'Nein',
  'Result of change {n}': 'Ergebnis von Änderung {n}',
}
