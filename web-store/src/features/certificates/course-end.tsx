import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconCertificate } from '../../ui/secondary-icons.ts'

/** The certificate in small. */
const Paper = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: '1',
    maxW: '420px',
    minH: '11rem',
    mx: 'auto',
    p: '5',
    overflow: 'hidden',
    bg: 'white',
    color: '#15173A',
    borderWidth: '1px',
    borderColor: '#DCE0EE',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    fontSize: '.875rem',
    '& > b': { fontSize: '1.5rem', fontStretch: '84%', fontWeight: '750', lineHeight: '1.15' },
  },
})

/** Returns what the end of a course says of its certificate: nothing where it has none. */
export function useCertificate(courseId: string, name: string) {
  const { data, isLoading } = useQuery({
    ...api.certificates.get.queryOptions({ input: { course_id: courseId } }),
    staleTime: 0,
  })
  const gives = data && (data.certificate ?? (data.may_take || data.missing.length > 0))
  if (!gives) return { isLoading }
  const title = data.missing.length > 0 ? t('Your certificate is almost ready') : t('Your certificate is ready')
  const address = `${paths.dashboard}?${new URLSearchParams({ certificate: courseId })}`
  const card = (
    <Card overflow="hidden">
      <chakra.div p="4.5" bg="bg.subtle" borderBottomWidth="1px" borderColor="border">
        <Paper>
          <chakra.div position="absolute" inset="0 0 auto">
            <Awning size="card" />
          </chakra.div>
          <span>{t('This is to certify that')}</span>
          <b>{data.certificate?.name ?? data.suggested_name}</b>
          <span>{t('has finished')}</span>
          <chakra.span fontWeight="600">{data.certificate?.course_name ?? name}</chakra.span>
        </Paper>
      </chakra.div>
      <chakra.div p="4">
        <Button asChild full>
          <Link to={address}>
            <Icon of={IconCertificate} />
            {data.certificate ? t('Your certificate') : t('Get your certificate')}
          </Link>
        </Button>
      </chakra.div>
    </Card>
  )
  return { isLoading, title, card }
}
