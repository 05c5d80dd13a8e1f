/** Who says a line: the customer writes or reacts, the bot or a person answers, the platform sends by the API. */
export type Speaker = 'customer' | 'reaction' | 'bot' | 'person' | 'api'
export type Line = readonly [Speaker, string]

/** A question from beginning to end; `{…}` is filled in. */
export const topics: readonly (readonly Line[])[] = [
  [['api', 'Hello {name}, your order {order} has left our warehouse and should be with you on {day}.']],
  [['api', 'Your {bike} is ready. You can pick it up in the shop until 18:00.']],
  [['customer', 'The parcel is here, all in one piece. Thank you!']],
  [
    ['customer', 'When are you open?'],
    ['bot', 'We are open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00.'],
  ],
  [
    ['customer', 'What does shipping cost?'],
    ['bot', 'Shipping is free from 50 euros; below that it costs 4.90 euros.'],
  ],
  [
    ['customer', 'Which payment methods do you accept?'],
    ['bot', 'We take cards, bank transfer and, in the shop, cash.'],
  ],
  [
    ['customer', 'Can I return something that I have bought in the shop by post?'],
    [
      'bot',
      'You can send anything back within 30 days. The refund is with you a few days after the parcel is with us.',
    ],
  ],
  [
    ['customer', 'How do I book a repair?'],
    ['bot', 'Bring your bicycle in any morning; most repairs are done by the next evening.'],
  ],
  [
    ['customer', 'Could you change the delivery address of order {order}?'],
    ['person', 'Done, {name}. It goes to your office now.'],
  ],
  [
    ['customer', 'Where exactly is the shop?'],
    ['bot', 'You find us at 12 Harbour Street, two minutes from the central station.'],
    ['reaction', '❤'],
  ],
  [
    ['api', 'Your service appointment for the {bike} is on {day} at 9:30.'],
    ['customer', 'Perfect, I will be there.'],
    ['reaction', '❤'],
  ],
  [
    ['customer', 'Hi, how long does delivery take at the moment?'],
    ['bot', 'Orders leave the same day when they reach us before 15:00, and arrive within two to three working days.'],
    ['customer', 'Great, thanks'],
    ['bot', 'You are welcome! Write any time if something else comes up.'],
  ],
  [
    ['customer', 'Do you repair e-bikes as well?'],
    ['bot', 'Yes. Bring your bicycle in any morning; most repairs are done by the next evening.'],
    ['customer', 'And do I need an appointment?'],
    ['bot', 'No appointment is needed for repairs. For a full service, {day} still has free slots.'],
  ],
  [
    ['customer', 'I would like to send something back, order {order}'],
    [
      'bot',
      'You can send anything back within 30 days. The refund is with you a few days after the parcel is with us.',
    ],
    ['customer', 'The label in the box is torn, can I get a new one?'],
    ['person', 'Of course, {name}. I have just sent you a new label by e-mail. Sorry for the trouble!'],
    ['customer', 'Got it, that was quick!'],
  ],
  [
    ['customer', 'Hello, is the {bike} still in stock in size {size}?'],
    ['bot', 'I am not sure about that one. A colleague will get back to you shortly.'],
    ['person', 'Hi {name}, yes: two in {size}, one in black and one in petrol. Shall I put one aside for you?'],
    ['customer', 'Petrol, please! I can come on {day} after work'],
    ['person', 'Done. It is reserved in your name until {day} evening.'],
    ['reaction', '❤'],
  ],
  [
    ['customer', 'My order {order} shows as delivered but I have not received anything'],
    ['person', 'Hello {name}, let me look into that right away.'],
    ['person', 'The carrier says it was handed to a neighbour at number 14. Could you ask there?'],
    ['customer', 'Ah, found it! My neighbour was away until this morning.'],
    ['person', 'Good to hear. Enjoy the ride!'],
  ],
]

/** How a conversation of the last days may stand: somebody is waiting. */
export const openTopics: readonly { lines: readonly Line[]; needsPerson: string }[] = [
  {
    lines: [['customer', 'Can I speak to somebody about my invoice for order {order}? The VAT number is missing.']],
    needsPerson: 'The customer asked for a person',
  },
  {
    lines: [
      ['customer', 'Hi, the gears of my {bike} keep slipping since the service last week'],
      ['bot', 'Bring your bicycle in any morning; most repairs are done by the next evening.'],
      ['customer', 'I did that already, twice. I would rather talk to a human about it.'],
    ],
    needsPerson: 'The customer asked for a person',
  },
  {
    lines: [['customer', 'Do you take old bikes in part exchange? It is a {bike}, size {size}, about four years old']],
    needsPerson: 'The knowledge has no answer',
  },
  {
    lines: [
      ['customer', 'We are a company with 40 employees and look into leasing'],
      ['customer', 'Who would be the right person for an offer?'],
    ],
    needsPerson: 'The knowledge has no answer',
  },
]

export const fillings = {
  bike: [
    'Fjord 7',
    'Harbour City',
    'Kestrel gravel bike',
    'Lumen e-bike',
    'Cargo Two',
    'Alder kids’ bike',
    'Tern trekking',
  ],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  size: ['S', 'M', 'L', 'XL', '54', '56', '58'],
} as const

export const firstNames =
  'Amina Anton Aoife Bea Ben Carla Chen Chidi Clara Daan Dario Elif Elena Emil Emma Esra Felix Fatima Finn Freya Giulia Hana Hugo Ida Imani Ines Ivan Jakob Jana Jonas José Kaito Karim Katja Lara Leo Lina Linh Lucía Luca Maja Malik Mara Marek Mateo Mei Mila Mira Mohamed Nadia Nils Nina Noah Noor Olga Omar Oskar Paula Pavel Priya Rafael Ravi Rosa Sami Sara Sofia Stefan Tara Theo Thomas Tom Vera Viktor Wanjiru Yara Yuki Yusuf Zoë'.split(
    ' ',
  )
export const lastNames =
  'Abebe Adeyemi Almeida Andersen Bakker Barros Becker Berg Bianchi Brandt Carvalho Chen Costa Demir Dubois Eriksen Fischer Fontaine García Haddad Hansen Hoffmann Horvat Ibrahim Jansen Johansson Kamau Kaya Keller Kim Kovács Kowalski Larsen Laurent Lehmann Lindqvist López Marino Martins Mazur Meyer Moreau Müller Nakamura Nguyen Novak Nowak O’Brien Okafor Olsen Patel Petrov Popescu Ramos Richter Rossi Sato Schneider Silva Singh Sørensen Steiner Svoboda Tanaka Torres Tremblay Vargas Virtanen Vogel Wagner Walsh Weber Yılmaz Zhang Zimmermann'.split(
    ' ',
  )

/** As the delivery worker words them. */
export const deliveryErrors = ['Answered 500', 'Answered 503', 'Timed out after 15 s', 'Answered 404'] as const

export const channels = ['web chat', 'app', 'marketplace'] as const
