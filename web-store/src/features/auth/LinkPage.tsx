import { Head } from '../../ui/Head.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { PageMessage, type PageMessageProps } from '../../ui/PageMessage.tsx'

/** What the page of a mailed link says. */
export function LinkPage(props: Omit<PageMessageProps, 'level'>) {
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <Head title={props.title} />
      <PageMessage {...props} level={1} />
    </Wrap>
  )
}
