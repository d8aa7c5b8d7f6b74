// Lets any cell of the contacts page open the evidence of its contact. The page shows one panel at a time.
import { createContext, useContext } from 'react';

export const OpenEvidence = createContext<(contactId: string) => void>(() => {});

export const useOpenEvidence = () => useContext(OpenEvidence);
