import { useQueryClient } from '@tanstack/react-query'
import { placeOfLink, type ShownNextStep } from 'contract/courses/next-step'
import { api, client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { IconBrandWhatsapp } from '../../shared/brand-whatsapp.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconExternalLink } from '../../ui/secondary-icons.ts'

const Box = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0,1fr)',
    gap: '3',
    alignSelf: 'stretch',
    alignItems: 'start',
    p: { base: '3', md: '4' },
    textAlign: 'start',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
  },
})

const Sign = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '11',
    h: '11',
    borderRadius: 'l2',
    bg: 'action.solid',
    color: 'action.contrast',
    '&[data-place=whatsapp]': { bg: 'success.solid', color: 'success.contrast' },
  },
})

const labels = {
  whatsapp: t('Join the WhatsApp group'),
  telegram: t('Join the Telegram group'),
  discord: t('Join the Discord server'),
}

type Props = {
  course: { course_id: string; course_name: string }
  step: ShownNextStep
  /** Ends the card without the link, for who followed it elsewhere. */
  dismiss?: boolean
}

/** Shows what a student does next with a course. The first press of its link is noted, and a lost note costs nothing. */
export function NextStepCard({ course: { course_id, course_name }, step, dismiss = false }: Props) {
  const queries = useQueryClient()
  const { text, url, label } = step
  const place = placeOfLink(url)
  const name = label || (place ? labels[place] : t('Open the link'))
  const press = async () => {
    if (step.pressed) return
    await client.nextSteps.press({ course_id }).catch(() => undefined)
    await queries.invalidateQueries({ queryKey: api.account.dashboard.key() })
  }
  return (
    <Box aria-label={t('Your next step')}>
      <Sign data-place={place}>
        <Icon of={place === 'whatsapp' ? IconBrandWhatsapp : IconExternalLink} />
      </Sign>
      <chakra.div minW="0" display="grid" gap="2.5">
        <div>
          <chakra.b display="block" lineHeight="1.3">
            {t('Your next step')}
          </chakra.b>
          <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere" whiteSpace="pre-line">
            {text}
          </chakra.p>
          <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {t('Of {course}', { course: course_name })}
          </chakra.p>
        </div>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <Button asChild variant="outline" px="3.5" whiteSpace="normal">
            <a href={url} target="_blank" rel="noopener noreferrer" onClick={() => void press()}>
              {name}
              <Icon of={IconExternalLink} size={16} />
            </a>
          </Button>
          {dismiss && (
            <Button variant="ghost" onClick={() => void press()}>
              {t('Done already')}
            </Button>
          )}
        </chakra.div>
      </chakra.div>
    </Box>
  )
}
