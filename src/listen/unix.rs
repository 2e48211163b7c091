//! A socket in a folder of this host.

use std::fs::{self, Metadata, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Paths of sockets have less than 108 bytes (unix(7)), of which some are for a temporary name.
const MAX_PATH: usize = 100;

/// What a file is recognised by: its device and its number there.
pub(super) fn identity(meta: &Metadata) -> (u64, u64) {
    (meta.dev(), meta.ino())
}

/// A socket in a folder, with the identity of its file. It gets its rights under another name, so that nobody can connect
/// before.
pub(super) fn bind(path: &Path, group: Option<&str>) -> Result<(UnixListener, (u64, u64))> {
    let shown = path.display();
    if path.as_os_str().len() > MAX_PATH {
        bail!("the path {shown} is too long for a socket: write one of at most {MAX_PATH} bytes");
    }
    is_free(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let temporary = path.with_extension("new");
    let _ = fs::remove_file(&temporary);
    let listener = UnixListener::bind(&temporary).with_context(|| {
        format!(
            "cannot make the socket {shown}: the folder {} has to belong to the user that runs zugpost \
             (systemd: RuntimeDirectory=zugpost)",
            folder.display()
        )
    })?;
    let placed = prepare(&temporary, group).and_then(|()| {
        fs::rename(&temporary, path).with_context(|| format!("cannot make the socket {shown}"))?;
        Ok(identity(&fs::symlink_metadata(path)?))
    });
    if placed.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    listener.set_nonblocking(true)?;
    Ok((listener, placed?))
}

/// Gives a socket its rights.
fn prepare(socket: &Path, group: Option<&str>) -> Result<()> {
    if let Some(name) = group {
        chown(socket, None, Some(group_id(name)?)).with_context(|| {
            format!("cannot give the socket to the group {name}: the user that runs zugpost has to be in it")
        })?;
    }
    // Anyone who may write to it may connect.
    fs::set_permissions(socket, Permissions::from_mode(0o660))
        .context("cannot set the rights of the socket")
}

/// The number of a group.
///
/// # Errors
/// There is none of this name.
fn group_id(name: &str) -> Result<u32> {
    let found = nix::unistd::Group::from_name(name);
    match found.with_context(|| format!("cannot look for the group {name}"))? {
        Some(group) => Ok(group.gid.as_raw()),
        None => bail!("there is no group {name}: correct `group`"),
    }
}

/// Whether a socket may be made there: nothing is there, or a socket on which nobody listens.
fn is_free(path: &Path) -> Result<()> {
    let shown = path.display();
    let meta = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        meta => meta.with_context(|| format!("cannot look at {shown}"))?,
    };
    if !meta.file_type().is_socket() {
        bail!("{shown} is there and is no socket: move it away, or correct `listen`");
    }
    match UnixStream::connect(path) {
        // The process that has made it has ended.
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot see who listens at {shown}")),
        Ok(_) => bail!("another process listens at {shown}: stop it, or write another `listen`"),
    }
}
