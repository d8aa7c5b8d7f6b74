import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../ui/copy-text.ts';
import { FocusedText } from '../../ui/focused-text.tsx';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** A new set of recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [note, setNote] = useState('');
  const written = codes.map(withHyphens);
  const handleCopy = async () => {
    const isCopied = await copyText(written.join('\n'));
    setNote(isCopied ? 'Copied.' : 'Your browser did not allow copying. Select the codes and copy them yourself.');
  };
  return (
    <div className="space-y-4">
      <FocusedText>
        <strong>Save your recovery codes.</strong>
      </FocusedText>
      <p>
        Each one works once if you lose your phone. You won’t see them again, so keep them where you keep your
        passwords.
      </p>
      <ul className="grid gap-x-6 gap-y-1 rounded-field border border-base-300 bg-base-200 p-4 font-mono text-sm select-all min-[420px]:grid-cols-2">
        {written.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-plain h-11" onClick={handleCopy}>
          <Copy className="size-4" aria-hidden="true" />
          Copy
        </button>
        <a
          className="btn btn-plain h-11"
          download="zeus-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Zeus recovery codes\n\n${written.join('\n')}\n`)}`}
        >
          <Download className="size-4" aria-hidden="true" />
          Download
        </a>
        <button type="button" className="btn btn-primary h-11" onClick={onDone}>
          I have saved them
        </button>
      </div>
      <p role="status" className="text-sm text-base-content/75 empty:hidden">
        {note}
      </p>
    </div>
  );
}

function withHyphens(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}
