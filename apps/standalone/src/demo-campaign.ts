import { NewCampaign } from '@parley/contracts/campaigns'

/** The shop that the demo answers for: enough to ask it something and see an answer that fits. */
export const demoCampaign = NewCampaign.parse({
  name: 'Demo shop',
  isDefault: true,
  engine: 'knowledge',
  instructions: 'You answer for a small bicycle shop. Be brief and friendly.',
  fallback: 'I am not sure about that one. Ask me about opening hours, delivery, returns, repairs or payment.',
  knowledge: [
    {
      question: 'When are you open? What are your opening hours?',
      answer: 'We are open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00.',
    },
    {
      question: 'Where is the shop? What is your address?',
      answer: 'You find us at 12 Harbour Street, two minutes from the central station.',
    },
    {
      question: 'How long does delivery take? When does my order arrive?',
      answer: 'Orders leave the same day when they reach us before 15:00, and arrive within two to three working days.',
    },
    {
      question: 'How much is shipping? What does delivery cost?',
      answer: 'Shipping is free from 50 euros; below that it costs 4.90 euros.',
    },
    {
      question: 'Can I return something? How do I get a refund?',
      answer:
        'You can send anything back within 30 days. The refund is with you a few days after the parcel is with us.',
    },
    {
      question: 'Do you repair bicycles? How do I book a repair?',
      answer: 'Yes. Bring your bicycle in any morning; most repairs are done by the next evening.',
    },
    {
      question: 'How can I pay? Which payment methods do you accept?',
      answer: 'We take cards, bank transfer and, in the shop, cash.',
    },
  ],
})
