import { defineFeature } from '../../platform/features/define-feature.ts'
import { ORDERS_OF_PERSON, SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    order_answers: {
      stays: 'money',
      person: {
        erased: ['answer'],
        kept: { [SHOP]: ['order_id', 'question_id', 'label'] },
        statement: `delete from order_answers where order_id in (${ORDERS_OF_PERSON})`,
      },
      ownData: {
        title: 'Answers at checkout',
        select: `select order_id, label, answer from order_answers where order_id in (${ORDERS_OF_PERSON}) order by order_id, position`,
      },
      archive: {
        file: 'checkout-answers.csv',
        about: 'answers to your questions at checkout',
        select: 'select order_id, label, answer from order_answers order by order_id, position',
      },
    },
  },
})
