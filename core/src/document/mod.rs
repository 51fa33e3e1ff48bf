//! The document: the notebook text, what of it is looked at, and the options.
