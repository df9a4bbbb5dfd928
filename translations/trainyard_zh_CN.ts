<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>trainyard::ConnectionPool</name>
    <message>
        <source>%1 did not answer in time. Check that it is switched on and reachable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks for a password or passphrase. Choose Retry to log in.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::Error</name>
    <message>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::Launcher</name>
    <message>
        <source>The secret %1 has no value. Set it in the environment of Trainyard before launching.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file_mounts are not copied yet. Put the files into workdir, or mount them in the run script.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run is being launched already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled before it was started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending the run directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not start the run: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is still there after it was told to stop. Look at it on the machine.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::LocalCopy</name>
    <message>
        <source>The disk of this computer is full. Free some space; the copy of the run then goes on by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy of the run on this computer cannot be written. Check the rights of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 cannot be made. Check its rights and the space on the disk.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::LogView</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing written yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more in this line</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n update(s) folded</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MachineFacts</name>
    <message>
        <source>The machine did not answer as a POSIX shell would. Check its login shell and start-up files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account on this machine has no home directory. Log in with one that has.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::MachineWatch</name>
    <message>
        <source>The sampler on the machine ended. It is started again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::RunExit</name>
    <message>
        <source>The machine&apos;s record of this run cannot be read. Look at the run directory on the machine.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::RunSync</name>
    <message>
        <source>Its folder is gone from the machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The launch was interrupted before anything was started. Launch it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of the run became shorter on the machine. The copy here keeps what was there before.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::Ssh</name>
    <message>
        <source>The name %1 cannot be resolved. Check the spelling and your network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not answer. Check that the machine is running and that no firewall is in the way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused the connection: no SSH server listens there. Check the port and that the machine has started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be reached. Check your network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a private key that can be read. Choose the file without .pub that ssh-keygen made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key %1 is encrypted with %2, which cannot be read here. Add it to ssh-agent (ssh-add %1) or encrypt it anew with: ssh-keygen -p -Z aes256-ctr -f %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key file %1 does not exist. Check the path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key file %1 cannot be read. Check its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine did not answer in time. Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to the machine was lost. What runs there goes on; reconnect to see it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::Store</name>
    <message>
        <source>The disk is full: free some space, then try again. Nothing that was stored is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is damaged or no Trainyard database: move it away or restore a copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program holds the database for too long: close it, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: check the permissions of the file and its folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database could not be read or written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 cannot be created: check the permissions of the folder above it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 belongs to another program: move it away or choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database was written by a newer Trainyard: update this one. Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no machine named “%1”: check the name in the list of machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run “%1”: check the id in the list of runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A machine&apos;s name has 1 to 64 characters and no control characters: choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is already a machine named “%1”: choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine was removed meanwhile: choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is already a run “%1”: choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::TreeUpload</name>
    <message>
        <source>The folder %1 does not exist. Correct workdir in the task.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
