import { useQuery } from '@tanstack/react-query';
import { Mono } from '../ui/display/mono.tsx';
import { styled } from '../ui/theme/styled.ts';
import { color } from '../ui/theme/tokens.ts';
import { VAL_URL } from './tools/tools.ts';

const TIMEOUT_MS = 10_000;

const Stage = styled('main')({
  minHeight: '100vh',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: 16,
  textAlign: 'center',
  background: color.bg,
  '& h1': { fontSize: 20, lineHeight: '28px', fontWeight: 620, letterSpacing: '-.018em' },
  '& p': { fontSize: 13, lineHeight: '20px', color: color.text2, overflowWrap: 'anywhere' },
});

/** Requests the address once and ignores the body. @throws Error when there is no response */
async function askVal(): Promise<true> {
  await fetch(VAL_URL, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return true;
}

/**
 * The bare landing page Val: requests the local development address and shows unobtrusively whether it responds (C-119). Its
 * content security policy allows requests only to the machine on which the page is shown (decision 0029).
 */
export function ValPage() {
  const { isPending, isError } = useQuery({
    queryKey: ['val'],
    queryFn: askVal,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Stage>
      <h1>Val</h1>
      <p role="status">
        <Mono>{VAL_URL}</Mono> {isPending ? 'is being checked.' : isError ? 'could not be reached.' : 'answers.'}
      </p>
    </Stage>
  );
}
