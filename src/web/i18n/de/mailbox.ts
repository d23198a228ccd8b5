/** The texts of the provider imap, which the server sends. */
export const mailbox: Record<string, string> = {
  'Messages in one folder of a mailbox become feedback of their senders.':
    'Nachrichten in einem Ordner eines Postfachs werden Feedback ihrer Absender.',
  'Create a folder or label for feedback, and a filter that moves mail into it: for example everything to a plus address such as you+feedback@example.com. Without it, the inbox is read.':
    'Legen Sie einen Ordner oder ein Label für Feedback an und einen Filter, der E-Mails dorthin verschiebt: zum Beispiel alles an eine Plus-Adresse wie sie+feedback@example.com. Ohne Ordner wird der Posteingang gelesen.',
  'Gmail: turn on 2-Step Verification and create an app password. The server is imap.gmail.com, the folder is the name of the label.':
    'Gmail: Schalten Sie die Bestätigung in zwei Schritten ein und erstellen Sie ein App-Passwort. Der Server ist imap.gmail.com, der Ordner ist der Name des Labels.',
  'Fastmail: Settings → Privacy & Security → Integrations, create an app password with IMAP access. The server is imap.fastmail.com.':
    'Fastmail: Erstellen Sie unter Settings → Privacy & Security → Integrations ein App-Passwort mit IMAP-Zugriff. Der Server ist imap.fastmail.com.',
  'Outlook.com and Microsoft 365: Microsoft has turned off passwords (basic authentication) for IMAP, so they cannot be read directly. Add a rule there that forwards the mail to another mailbox.':
    'Outlook.com und Microsoft 365: Microsoft hat Passwörter (Basic Authentication) für IMAP abgeschaltet, sie können daher nicht direkt gelesen werden. Legen Sie dort eine Regel an, die die E-Mails an ein anderes Postfach weiterleitet.',
  'A server of your own: enter its name, the user and the password. It needs TLS on port 993; STARTTLS or no encryption is possible in private networks that the operator has allowed.':
    'Eigener Server: Geben Sie seinen Namen, den Benutzer und das Passwort ein. Er braucht TLS auf Port 993; STARTTLS oder keine Verschlüsselung ist in privaten Netzen möglich, die der Betreiber erlaubt hat.',
  'User name': 'Benutzername',
  'Most often the e-mail address.': 'Meist die E-Mail-Adresse.',
  'An app password where the provider has them.': 'Ein App-Passwort, wo der Anbieter solche hat.',
  'Mail server': 'Mailserver',
  'The name of the IMAP server.': 'Der Name des IMAP-Servers.',
  Folder: 'Ordner',
  'The folder or label to read; INBOX when empty.': 'Der Ordner oder das Label, das gelesen wird; INBOX, wenn leer.',
  Port: 'Port',
  '993 when empty.': '993, wenn leer.',
  Encryption: 'Verschlüsselung',
  'tls, starttls or none; the last two in private networks only.':
    'tls, starttls oder none; die letzten beiden nur in privaten Netzen.',
}
